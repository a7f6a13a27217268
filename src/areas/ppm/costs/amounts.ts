/** Amounts of money: exact whole numbers inside, numbers of the currency's unit on the wire. */
import { generalSettings } from "../../../core/settings/general";
import { Decimal } from "../../../http/schemas";

/** The number of parts of a unit of any currency; no currency in use has a smaller part. */
const PARTS = 1_000;
const MAX_DIGITS = 3;

/** The largest amount; as many of them as an initiative may have lines add up without overflow. */
const LARGEST = 1_000_000_000_000;

export const Amount = Decimal(-LARGEST, LARGEST).meta({
  description: "In the currency of the settings, to the nearest of its smallest unit",
});

/** Returns the decimals of the currency in the settings. */
const digitsOfCurrency = (): number => {
  const { currency } = generalSettings();
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return Math.min(format.resolvedOptions().maximumFractionDigits ?? 2, MAX_DIGITS);
};

/** Returns an amount as it is stored, to the nearest of the currency's smallest unit. */
export function storedAmount(amount: number): number {
  const smallest = 10 ** digitsOfCurrency();
  return Math.round(amount * smallest) * (PARTS / smallest);
}

/** Returns a stored amount, or a sum of such, as it is shown. */
export const shownAmount = (stored: number): number => stored / PARTS;

/** Returns SQL for a stored amount as it is shown. */
export const shownAmountSql = (stored: string): string => `${stored} / ${PARTS}.0`;
