/** The parts that a report has only on paper: a head with a sentence, and a foot that says how it counts and who printed it. */
import { useLingui } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { valuesIn } from "../filters/chips";
import type { Filter } from "../filters/condition";
import { longDay, time } from "../language/format";
import { settingsQuery, useMe } from "../server/session";

/** The words of a report on paper. */
export type PaperWords = {
  /** The sentence that says what it shows. */
  title: string;
  /** The way in which it counts, one sentence. */
  counting?: string;
  /** The settings of the view in words, such as "levels to 3". */
  settings?: readonly string[];
};

/** Gives the moment of the last printing, now at first. */
function usePrintingMoment(): Date {
  const [moment, setMoment] = useState(() => new Date());
  useEffect(() => {
    const note = () => setMoment(new Date());
    window.addEventListener("beforeprint", note);
    return () => window.removeEventListener("beforeprint", note);
  }, []);
  return moment;
}

/** Shows the head of the paper. @param figures the same as on the screen */
export function PrintHead({ printed, figures }: { printed: PaperWords; figures: ReactNode }) {
  const { data: settings } = useSuspenseQuery(settingsQuery);
  return (
    <div className="phead print-only">
      <div>
        <div className="t12 c3">{settings.app_title || "Stoa"}</div>
        <div className="t20">{printed.title}</div>
      </div>
      <span className="sp" />
      <div className="t12 c2 num print-figures">
        <b>{longDay(usePrintingMoment())}</b>
        <br />
        {figures}
      </div>
    </div>
  );
}

/** Returns the conditions of a filter in words. */
function inWords({ conditions, search }: Filter): string[] {
  const words = conditions.map((condition) =>
    [
      condition.field,
      condition.isNegated ? "≠" : "",
      valuesIn(condition, { field: "", values: (value) => value }) || "∅",
    ]
      .filter(Boolean)
      .join(" "),
  );
  return search === "" ? words : [...words, `“${search}”`];
}

/** Shows the foot of the paper. */
export function PrintFoot({ printed, filter }: { printed: PaperWords; filter: Filter }) {
  const { t } = useLingui();
  const me = useMe();
  const filters = [...(printed.settings ?? []), ...inWords(filter)].join("; ");
  return (
    <div className="pfoot print-only">
      <span>
        {filters !== "" && t`Filters: ${filters}.`} {printed.counting}
      </span>
      <span className="sp" />
      <span>{t`Printed by ${me.display_name}, ${time(usePrintingMoment())}`}</span>
      <span>{location.host + location.pathname}</span>
    </div>
  );
}
