/** Findings of the doctor, and the point at which areas add theirs. */
import type { Config } from "../../config";
import { extensionPoint } from "../extension-point";

/** A finding about the installation. */
export type Finding = {
  /** The thing that was looked at. */
  check: string;
  state: "ok" | "warning" | "problem";
  /** A sentence about how it is. */
  finding: string;
  /** The advice; null when there is nothing to do. */
  advice: string | null;
};

/** Returns the finding that something is as it should be. */
export const fine = (check: string, finding: string): Finding => ({ check, state: "ok", finding, advice: null });

/** Returns the finding that something should be looked at. */
export const warning = (check: string, finding: string, advice: string): Finding => ({
  check,
  state: "warning",
  finding,
  advice,
});

/** Returns the finding that something doesn't work. */
export const problem = (check: string, finding: string, advice: string): Finding => ({
  check,
  state: "problem",
  finding,
  advice,
});

/** Asks the areas for their findings. An extension must end in some seconds, whatever it asks. */
export const areaFindings = extensionPoint<[Config], Finding | Finding[] | Promise<Finding | Finding[]>>();
