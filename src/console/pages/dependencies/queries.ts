/** The neighbourhood of cards, and setting the direction of a flow. */

import { t } from "@lingui/core/macro";
import { sendAttributes } from "../../cards/relation-attributes";
import { type Filter, queryOf } from "../../filters/condition";
import { asReport } from "../../reports/search";
import { tryChange } from "../../server/changes";
import { answered, api, type Schemas } from "../../server/client";
import { query } from "../../server/queries";

export type Neighbourhood = Schemas["Dependencies"];
export type DependencyNode = Neighbourhood["nodes"][number];
export type DependencyEdge = Neighbourhood["edges"][number];

export type DependencyChoice = { center: string; depth: number; filter: Filter; at: string | undefined };

const KEY = ["reports", "dependencies"];

/** Returns the parameters of the report, also for its files. */
export const dependencyParameters = ({ center, depth, filter, at }: DependencyChoice) => ({
  center_id: center,
  depth,
  ...queryOf(filter),
  ...(at && { at }),
});

/** Returns the cards around a card, with their relations. */
export const dependenciesQuery = (choice: DependencyChoice) =>
  query([...KEY, dependencyParameters(choice)], ["card.", "relation.", "metamodel."], ({ signal }) =>
    asReport(
      answered(
        api.GET("/api/v1/reports/dependencies", { signal, params: { query: dependencyParameters(choice) } as never }),
      ),
    ),
  );

export type DomainFlows = Schemas["DomainFlows"];
export type Domain = DomainFlows["domains"][number];
export type DomainFlow = DomainFlows["flows"][number];

export type DomainChoice = { filter: Filter; at: string | undefined };

/** Returns the parameters of the report of domains, also for its files. */
export const domainParameters = ({ filter, at }: DomainChoice) => ({ ...queryOf(filter), ...(at && { at }) });

/** Returns the domains, and what flows between them. */
export const domainFlowsQuery = (choice: DomainChoice) =>
  query(["reports", "domain-flows", domainParameters(choice)], ["card.", "relation.", "metamodel."], ({ signal }) =>
    asReport(
      answered(
        api.GET("/api/v1/reports/domain-flows", { signal, params: { query: domainParameters(choice) } as never }),
      ),
    ),
  );

/** Sets the direction in which data flows over a relation. */
export const setDirection = ({ id, attributes }: DependencyEdge, field: string, value: string) =>
  tryChange({
    sentence: t`The direction of a flow is set`,
    show: [
      {
        queryKey: KEY,
        update: (before: Neighbourhood) => ({
          ...before,
          edges: before.edges.map((edge) =>
            edge.id === id ? { ...edge, attributes: { ...edge.attributes, [field]: value } } : edge,
          ),
        }),
      },
    ],
    send: () => sendAttributes(id, attributes, { [field]: value }),
  });
