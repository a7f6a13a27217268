/** Everything that is shown around a card: it is read in steps, each from the systems that the step before has reached. */
import { useQueries, useQuery } from "@tanstack/react-query";
import type { Filter } from "../../filters/condition";
import { type RelationType, relationTypesQuery } from "../../metamodel/fields";
import { type CardType, useTypes } from "../../metamodel/queries";
import { bandsOf } from "./bands";
import { flowsAround, flowsOf, flowTypesOf } from "./flows";
import { type DependencyEdge, type DependencyNode, dependenciesQuery, type Neighbourhood } from "./queries";

/** Relations from a system over what carries its data to the next system. */
const DEPTH = 2;

/** Systems that a flow is followed over at most, where all are wanted. */
export const ALL_STEPS = 6;

type NeighbourhoodChoice = { center: string; steps: number; filter: Filter; at: string | undefined };

/** Returns cards and relations of several answers, each once. */
function merged(parts: readonly Neighbourhood[]) {
  const cards = new Map<string, DependencyNode>(
    parts.flatMap(({ nodes }) => nodes.map((node) => [node.id, node] as const)),
  );
  const edges = new Map<string, DependencyEdge>(
    parts.flatMap((part) => part.edges.map((edge) => [edge.id, edge] as const)),
  );
  return { cards, edges: [...edges.values()] };
}

/** Returns the types over which data flows, and those of the data that they carry. */
function carriersOf(relationTypes: readonly RelationType[], types: ReadonlyMap<string, CardType>) {
  const flowTypes = flowTypesOf(relationTypes);
  const flowing = relationTypes.filter(({ key }) => flowTypes.has(key));
  const carriers = new Set(flowing.map(({ target_type_key }) => target_type_key));
  const ends = new Set(flowing.flatMap(({ source_type_key, target_type_key }) => [source_type_key, target_type_key]));
  const data = new Set(
    relationTypes.flatMap(({ source_type_key: source, target_type_key: target }) =>
      carriers.has(source) && !ends.has(target) && types.get(target)?.category === types.get(source)?.category
        ? [target]
        : [],
    ),
  );
  return { flowTypes, flowing, carriers, data };
}

type Requests = { queries: ReturnType<typeof dependenciesQuery>[] };

/** Gives the answers with those around what a step has reached. */
function useReached(
  parts: readonly Neighbourhood[],
  beyond: (parts: readonly Neighbourhood[], step: number) => Requests,
  step: number,
) {
  const further = useQueries(beyond(parts, step));
  return { further, parts: [...parts, ...further.flatMap(({ data }) => data ?? [])] };
}

/** Gives the neighbourhood of a card, with its flows and bands; `found` is undefined until the first answer. */
export function useNeighbourhood({ center: id, steps, filter, at }: NeighbourhoodChoice) {
  const types = useTypes();
  const { data: relationTypes = [] } = useQuery(relationTypesQuery);
  const { flowTypes, flowing, carriers, data } = carriersOf(relationTypes, types);
  const ask = (center: string) => dependenciesQuery({ center, depth: DEPTH, filter, at });
  const first = useQuery({ ...ask(id), enabled: id !== "", placeholderData: (before) => before });
  const around = (parts: readonly Neighbourhood[], step: number) => {
    const { cards, edges } = merged(parts);
    const center = cards.get(id);
    if (!center) return undefined;
    const isCarrier = carriers.has(center.type);
    const columns = isCarrier ? 2 * step - 1 : 2 * step;
    return {
      center,
      isCarrier,
      cards,
      edges,
      columns,
      ...flowsAround(center, cards, flowsOf(edges, flowTypes), columns),
    };
  };
  const farthest = (parts: readonly Neighbourhood[], step: number) => {
    const reached = around(parts, step);
    const last = reached?.nodes.filter(
      ({ column, more }) => Math.abs(column) === reached.columns && more === undefined,
    );
    return [...new Set(last?.map(({ card }) => card.id))];
  };
  const beyond = (parts: readonly Neighbourhood[], step: number) => ({
    queries: (steps > step ? farthest(parts, step) : []).map(ask),
  });
  const near = useReached(first.data ? [first.data] : [], beyond, 1);
  const second = useReached(near.parts, beyond, 2);
  const third = useReached(second.parts, beyond, 3);
  const fourth = useReached(third.parts, beyond, 4);
  const fifth = useReached(fourth.parts, beyond, 5);
  const found = around(fifth.parts, steps);
  const readings = [first, ...[near, second, third, fourth, fifth].flatMap(({ further }) => further)];
  const inFlows = new Set(found?.nodes.map(({ card }) => card.id));
  return {
    error: readings.find((part) => part.error)?.error,
    retry: () => Promise.all(readings.map((part) => part.refetch())),
    relationTypes,
    flowing,
    found: found && {
      ...found,
      bands: bandsOf(found.center, found.cards, found.edges, types, (card) => inFlows.has(card)),
      dataOf: (card: string) =>
        carriers.has(found.cards.get(card)?.type ?? "") && card !== found.center.id
          ? found.edges
              .flatMap(({ source, target }) => (source === card ? [target] : target === card ? [source] : []))
              .flatMap((other) => found.cards.get(other) ?? [])
              .filter(({ type }) => data.has(type))
          : undefined,
    },
  };
}
