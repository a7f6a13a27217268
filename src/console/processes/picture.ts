/** The picture of a flow as a file. */
import Viewer from "bpmn-js/lib/Viewer";

/** Returns the drawing of BPMN as SVG, black on white, as it stands in a file. @throws when it can't be drawn */
export async function pictureOf(xml: string): Promise<string> {
  const container = document.createElement("div");
  container.className = "flow-unseen";
  document.body.append(container);
  const viewer = new Viewer({ container });
  try {
    await viewer.importXML(xml);
    return (await viewer.saveSVG()).svg;
  } finally {
    viewer.destroy();
    container.remove();
  }
}
