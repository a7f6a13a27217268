/** The kinds of fields in words, with their signs. */
import { useLingui } from "@lingui/react/macro";
import {
  Calendar,
  CircleDollarSign,
  Hash,
  Link,
  List,
  ListChecks,
  type LucideIcon,
  Text,
  TextQuote,
  ToggleLeft,
} from "lucide-react";

export const KIND_ICONS: Readonly<Record<string, LucideIcon>> = {
  text: Text,
  multiline_text: TextQuote,
  number: Hash,
  cost: CircleDollarSign,
  boolean: ToggleLeft,
  date: Calendar,
  url: Link,
  single_select: List,
  multiple_select: ListChecks,
};

/** Returns the kinds by their keys. */
export function useKinds(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    text: t`Text`,
    multiline_text: t`Long text`,
    number: t`Number`,
    cost: t`Money`,
    boolean: t`Yes or no`,
    date: t`Date`,
    url: t`Link`,
    single_select: t`Choice`,
    multiple_select: t`Several choices`,
  };
}

/** Checks whether values of a kind are options. */
export const isChoice = (kind: string): boolean => kind.endsWith("_select");
