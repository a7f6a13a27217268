/** The parts that the SQL of lists is made of: conditions and orders, with those on cards. */
export { attributeValue, between, holdsOneOf, withoutValue } from "./attributes";
export { type Condition, clause, either, oneOf, unindexed, type Value, valuesOf, where } from "./conditions";
export { currentPhase, inPhase, livesAt, noPhase, type Phase, phaseAt, phases } from "./lifecycle";
export { related, taggedWith, withStakeholder } from "./links";
export { type Order, orderBy } from "./order";
export { beyondAscii, findsFew, isIndexed, matching, mayHold, relevance } from "./search";
