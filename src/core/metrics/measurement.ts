/** Measurements: values of the moment, which are looked up when somebody asks for them. */
import type { Config } from "../../config";
import { extensionPoint } from "../extension-point";

/** A value with the values of its labels, in the order in which the measurement names them. */
export type Sample = readonly [value: number, ...labels: string[]];

/** A measurement. */
export type Measurement = {
  /** Its name, with its unit, as in `stoa_backup_age_seconds`; one that ends in `_total` only grows. */
  name: string;
  /** A sentence about it. */
  help: string;
  /** The names of its labels, whose values must be few. */
  labels?: readonly string[];
  /** Returns its values in some milliseconds at most. */
  measure: () => Iterable<Sample>;
};

/** Asks the areas for their measurements. */
export const areaMeasurements = extensionPoint<[Config], Measurement[]>();
