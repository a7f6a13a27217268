/** Feeds on the wire. */
import { z } from "zod";
import { Page } from "../../../http/pagination";
import { Flag, namedObject, Text, Whole } from "../../../http/schemas";
import { Card } from "../../cards";

/** The longest expression of a query. */
const LONGEST_EXPRESSION = 5_000;
/** Cards that a query may skip, or take. */
const MAX_CARDS = 10_000_000;
/** Cards of a page, by themselves and at most: programs read whole feeds, which lists are not made for. */
export const PAGE_SIZE = 1_000;
export const MAX_PAGE_SIZE = 10_000;

const Expression = (description: string) => Text(LONGEST_EXPRESSION, 1).optional().meta({ description });

const TOKEN = {
  token: Text(200).optional().meta({ description: "A feed token, for programs that can't send Basic credentials" }),
};

/** OData's parameters that a feed doesn't have; a service must not pass over them. */
const UNSUPPORTED = ["$search", "$apply", "$compute", "$skiptoken", "$deltatoken"];

const refuseUnsupported = (query: Record<string, unknown>, context: z.RefinementCtx): void => {
  for (const name of UNSUPPORTED)
    if (query[name] !== undefined)
      context.addIssue({ code: "custom", message: "is not supported by feeds", path: [name], input: query[name] });
};

const filter = {
  ...TOKEN,
  $filter: Expression(
    "Comparisons by eq, ne, gt, ge, lt, le and in, and contains, startswith and endswith, joined by and, or, not and parentheses: `data_quality ge 50 and not (name eq 'ERP' or attributes/hostingType in ('saas','paas'))`",
  ),
};

export const FeedQuery = z
  .looseObject({
    ...filter,
    page: Page,
    page_size: Whole(1, MAX_PAGE_SIZE).optional().meta({
      description: "Cards of a page; those that the header `Prefer` asks for, or else 1,000, when it is left out",
    }),
    $top: Whole(0, MAX_CARDS).optional().meta({ description: "At most this many cards on all pages together" }),
    $skip: Whole(0, MAX_CARDS).default(0).meta({ description: "Cards before the first one" }),
    $select: Expression("Properties of an entry, comma-separated; `attributes/<key>` for one attribute"),
    $expand: Expression(
      "Keys of relation types, comma-separated, or `*`: each becomes a property with the related cards",
    ),
    $orderby: Expression("Properties, comma-separated, each perhaps with `asc` or `desc`, in one direction"),
    $count: Flag.default(true).meta({ description: "Whether the answer shows how many cards match" }),
    $format: z
      .string()
      .regex(/^(json|application\/json)/, "must be json")
      .max(100)
      .optional()
      .meta({ description: "The feed is JSON; anything else is refused" }),
  })
  .superRefine(refuseUnsupported);
export type FeedQuery = z.infer<typeof FeedQuery>;

export const CountQuery = z.object(filter);
export type CountQuery = z.infer<typeof CountQuery>;
export const MetadataQuery = z.object(TOKEN);

export const FeedHeaders = z.object({
  "odata-maxversion": Text(20).optional().meta({
    description: "Sent by OData clients: the context of the answer is then the address of its metadata",
  }),
  "odata-version": Text(20).optional().meta({ description: "Sent by OData clients, to the same effect" }),
  prefer: Text(500).optional().meta({
    description:
      "`odata.maxpagesize=100` asks for so many cards on a page, at most 10,000, when `page_size` is left out",
  }),
});

export type FeedHeaders = z.infer<typeof FeedHeaders>;

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
  .catchall(z.unknown())
  .meta({
    id: "FeedEntry",
    description:
      "A card with the columns of the view, among them `rel_<key of a relation type>` with the names of related cards, and the relations that `$expand` names",
  });
export type Entry = z.infer<typeof Entry>;

export const Feed = namedObject("Feed", {
  "@odata.context": z.string(),
  "@odata.count": z.int().optional(),
  value: Entry.array(),
  "@odata.nextLink": z
    .string()
    .nullable()
    .optional()
    .meta({ description: "Null after the last page, and left out for OData clients" }),
});
