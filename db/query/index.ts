/** The parts that the SQL of lists is made of: conditions and orders, with those on cards. */
export { attributeValue, between, holdsOneOf, withoutValue } from "./attributes";
export { type Condition, clause, either, negated, oneOf, unindexed, type Value, valuesOf, where } from "./conditions";
export { currentPhase, inPhase, livesAt, noPhase, type Phase, phaseAt, phaseDay, phases } from "./lifecycle";
export { peersAt, related, type Side, taggedWith, withRelation, withRole, withStakeholder, withTagOf } from "./links";
export { type Order, orderBy } from "./order";
export { beyondAscii, findChecked, findsFew, hasWholeIndex, isIndexed, matching, mayHold, relevance } from "./search";
