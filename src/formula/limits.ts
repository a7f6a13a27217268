/** Bounds that keep a hostile or mistaken formula from holding up the server. */

/** Characters of a formula. */
export const MAX_FORMULA_LENGTH = 5000;

/** The depth to which expressions may be nested. */
export const MAX_NESTING = 200;

/** The depth to which lists and objects may be nested when they are compared, printed or stored. */
export const MAX_DATA_DEPTH = 100;

/** Characters of a string, elements of a list. */
export const MAX_LENGTH = 100_000;

/** Bits of an integer. Wide enough for every allowed shift of a small number. */
export const MAX_INTEGER_BITS = 16_384;

/** Absolute value of either side of `**`. */
export const MAX_POWER_OPERAND = 4_000_000;

/** Places of `<<` and `>>`. */
export const MAX_SHIFT = 10_000;

/** Rounds of all the comprehensions of one line. */
export const MAX_LOOPS_PER_LINE = 10_000;

/** Width of a formatted field, and digits after its point. */
export const MAX_FORMAT_WIDTH = MAX_LENGTH;
export const MAX_FORMAT_PRECISION = 1000;

/** Digits of an integer written as text. */
export const MAX_INTEGER_DIGITS = 4300;

/** Operations of one evaluation; an operation on something large counts as several. */
export const MAX_STEPS = 125_000;

/** Milliseconds of one evaluation: a second line of defence, for a machine on which a step takes unusually long. */
export const MAX_MILLISECONDS = 500;

/** Rough size of a stored result, in characters of JSON. */
export const MAX_RESULT_SIZE = 1_000_000;
