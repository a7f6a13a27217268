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
  const firstParts = first.data ? [first.data] : [];
  const second = useQueries({ queries: (steps > 1 ? farthest(firstParts, 1) : []).map(ask) });
  const secondParts = [...firstParts, ...second.flatMap((part) => part.data ?? [])];
  const third = useQueries({ queries: (steps > 2 ? farthest(secondParts, 2) : []).map(ask) });
  const found = around([...secondParts, ...third.flatMap((part) => part.data ?? [])], steps);
  const inFlows = new Set(found?.nodes.map(({ card }) => card.id));
  return {
    error: first.error ?? [...second, ...third].find((part) => part.error)?.error,
    retry: () => Promise.all([first, ...second, ...third].map((part) => part.refetch())),
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
