/** Reads the BPMN that requests send or that is stored; what can't be read is refused with the line and the reason. */
import { invalid, Problem } from "../../../http/errors";
import { type BpmnElement, readElements } from "./elements";
import { Unreadable } from "./xml";

function orRefuse<T>(read: () => T, problem: (message: string) => Problem): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof Unreadable ? problem(error.message) : error;
  }
}

/**
 * Reads the elements of BPMN that a field of the body holds.
 * @throws Problem 422 naming the field, the line and the reason
 */
export const readSent = (xml: string, field: "bpmn_xml" | "file"): BpmnElement[] =>
  orRefuse(
    () => readElements(xml),
    (message) => invalid(["body", field], `Invalid BPMN 2.0 XML file: ${message}`),
  );

/**
 * Reads the elements of BPMN that is stored unread; none when there is no text.
 * @throws Problem 422 with the line and the reason
 */
export const readStored = (xml: string): BpmnElement[] =>
  xml === ""
    ? []
    : orRefuse(
        () => readElements(xml),
        (message) => new Problem(422, `Invalid BPMN 2.0 XML: ${message}`),
      );
