/** The kinds of elements of flows: their signs and their words. */
import { useLingui } from "@lingui/react/macro";
import {
  Circle,
  CircleDot,
  CircleEllipsis,
  Cog,
  Diamond,
  FileCode,
  Hand,
  type LucideIcon,
  Mail,
  Send,
  Square,
  SquarePlus,
  Table2,
  User,
} from "lucide-react";
import { Icon } from "../ui/icon";

const SIGNS: Record<string, LucideIcon> = {
  task: Square,
  userTask: User,
  serviceTask: Cog,
  scriptTask: FileCode,
  businessRuleTask: Table2,
  sendTask: Send,
  receiveTask: Mail,
  manualTask: Hand,
  callActivity: SquarePlus,
  subProcess: SquarePlus,
  startEvent: Circle,
  endEvent: CircleDot,
};

/** Gives the words of the kinds of elements. */
export function useKindWords(): (kind: string) => string {
  const { t } = useLingui();
  const words: Record<string, string> = {
    task: t`Task`,
    userTask: t`Task of a person`,
    serviceTask: t`Service`,
    scriptTask: t`Script`,
    businessRuleTask: t`Business rule`,
    sendTask: t`Sends a message`,
    receiveTask: t`Receives a message`,
    manualTask: t`Manual task`,
    callActivity: t`Calls another process`,
    subProcess: t`Sub-process`,
    exclusiveGateway: t`One way of several`,
    parallelGateway: t`Several ways at once`,
    inclusiveGateway: t`Some ways of several`,
    eventBasedGateway: t`The way of the first event`,
    startEvent: t`Start`,
    endEvent: t`End`,
    intermediateCatchEvent: t`Waits for an event`,
    intermediateThrowEvent: t`Causes an event`,
    boundaryEvent: t`Event at a task`,
  };
  return (kind) => words[kind] ?? kind;
}

/** Shows the sign of a kind of element. */
export function KindSign({ kind }: { kind: string }) {
  const word = useKindWords()(kind);
  return (
    <span title={word} className="kind-sign">
      <Icon of={SIGNS[kind] ?? (kind.endsWith("Gateway") ? Diamond : CircleEllipsis)} size={14} />
      <span className="aloud">{word}</span>
    </span>
  );
}

/** Checks whether a kind is work, which an application may support. */
export const isTask = (kind: string): boolean => /task$/i.test(kind) || ["callActivity", "subProcess"].includes(kind);
