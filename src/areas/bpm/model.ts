/** The shapes on the wire that several subjects of the area share. */
import { z } from "zod";
import { SliceQuery } from "../../http/pagination";
import { Id, Text, Uuid } from "../../http/schemas";

/** The longest BPMN and the longest picture, in characters. */
const LONGEST_XML = 5 * 1024 * 1024;
const LONGEST_SVG = 1024 * 1024;

/** Characters of BPMN and picture up to which they are stored on the server's thread. */
export const SHORT = 64 * 1024;

export const Bpmn = Text(LONGEST_XML).meta({ description: "BPMN 2.0 as XML; stored as it is, byte for byte" });
export const Svg = Text(LONGEST_SVG)
  .nullable()
  .meta({ description: "A picture as SVG; stored as it is, but for what could run in a browser" });

/** A body that is ignored. */
export const Ignored = z.object({});

export const ListQuery = z.object(SliceQuery);

type DiagramTexts = { bpmn_xml?: string | null | undefined; svg_thumbnail?: string | null | undefined };

/** Checks whether BPMN or a picture is so long that it is stored on the writer thread. */
export const isLong = ({ bpmn_xml, svg_thumbnail }: DiagramTexts): boolean =>
  (bpmn_xml?.length ?? 0) + (svg_thumbnail?.length ?? 0) > SHORT;

/** A card to link to; the empty text clears the link. */
export const Link = z
  .string()
  .max(64)
  .transform((text, context) => {
    if (text === "") return text;
    const { data, error } = Uuid.safeParse(text);
    context.issues.push(...((error?.issues ?? []) as typeof context.issues));
    return data ?? z.NEVER;
  })
  .meta({ type: "string", maxLength: 64, description: "Id of a card; the empty text clears the link" });

/** The links of an element: field → what is said of it on the wire. */
export const LinkedCards = {
  application_id: Id.nullable(),
  application_name: z.string().nullable(),
  data_object_id: Id.nullable(),
  data_object_name: z.string().nullable(),
  it_component_id: Id.nullable(),
  it_component_name: z.string().nullable(),
};

/** The content of an element of a flow, as its document has it. */
export const ElementContent = {
  bpmn_element_id: z.string(),
  element_type: z.string().meta({ examples: ["userTask"] }),
  name: z.string().nullable(),
  documentation: z.string().nullable(),
  lane_name: z.string().nullable().meta({ description: "Null in no lane; empty in a lane without a name" }),
  is_automated: z.boolean(),
  sequence_order: z.int(),
};
