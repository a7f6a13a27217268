/** Feeds on the wire. */
import { z } from "zod";
import { Page, PageSize } from "../../../http/pagination";
import { Flag, Text, Whole } from "../../../http/schemas";
import { Card } from "../../cards";

/** The longest expression of a query. */
const LONGEST_EXPRESSION = 5_000;
/** Cards that a query may skip, or take. */
const MAX_CARDS = 10_000_000;

const Expression = (description: string) => Text(LONGEST_EXPRESSION, 1).optional().meta({ description });

const TOKEN = {
  token: Text(200).optional().meta({ description: "A feed token, for programs that can't send Basic credentials" }),
};

/** OData's parameters that a feed doesn't have; a service must not pass over them. */
const UNSUPPORTED = ["$expand", "$search", "$apply", "$compute", "$skiptoken", "$deltatoken"];

const refuseUnsupported = (query: Record<string, unknown>, context: z.RefinementCtx): void => {
  for (const name of UNSUPPORTED)
    if (query[name] !== undefined)
      context.addIssue({ code: "custom", message: "is not supported by feeds", path: [name], input: query[name] });
};

const filter = {
  ...TOKEN,
  $filter: Expression(
    "Comparisons joined by `and`: `name eq 'ERP'`, `data_quality ge 50`, `contains(name,'bank')`, `attributes/hostingType ne null`",
  ),
};

export const FeedQuery = z
  .looseObject({
    ...filter,
    page: Page,
    page_size: PageSize,
    $top: Whole(0, MAX_CARDS).optional().meta({ description: "At most this many cards on all pages together" }),
    $skip: Whole(0, MAX_CARDS).default(0).meta({ description: "Cards before the first one" }),
    $select: Expression("Properties of an entry, comma-separated; `attributes/<key>` for one attribute"),
    $orderby: Expression("Properties, comma-separated, each perhaps with `asc` or `desc`, in one direction"),
    $count: Flag.default(true).meta({ description: "Whether the answer tells how many cards match" }),
    $format: z
      .string()
      .regex(/^(json|application\/json)/, "must be json")
      .max(100)
      .optional(),
  })
  .superRefine(refuseUnsupported);
export type FeedQuery = z.infer<typeof FeedQuery>;

export const CountQuery = z.object(filter);
export const MetadataQuery = z.object(TOKEN);

export const FeedHeaders = z.object({
  "odata-maxversion": Text(20).optional().meta({
    description: "Sent by OData clients: the context of the answer is then the address of its metadata",
  }),
});

export const Entry = Card.pick({
  id: true,
  type: true,
  subtype: true,
  name: true,
  description: true,
  status: true,
  approval_status: true,
  data_quality: true,
  lifecycle: true,
  attributes: true,
  external_id: true,
  alias: true,
  created_at: true,
  updated_at: true,
})
  .extend({ tags: z.array(z.string()).meta({ description: "Names; only where the view has them as a column" }) })
  .partial()
  .meta({ id: "FeedEntry", description: "A card, with the columns of the view" });
export type Entry = z.infer<typeof Entry>;

export const Feed = z
  .object({
    "@odata.context": z.string(),
    "@odata.count": z.int().optional(),
    value: Entry.array(),
    "@odata.nextLink": z
      .string()
      .nullable()
      .optional()
      .meta({ description: "Null after the last page, and left out for OData clients" }),
  })
  .meta({ id: "Feed" });
