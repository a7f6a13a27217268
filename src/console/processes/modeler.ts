/** The editor of flows: bpmn-js without what aligns and distributes, whose icons bring styles that the page's policy forbids. */
import AlignElements from "bpmn-js/lib/features/align-elements";
import DistributeElements from "bpmn-js/lib/features/distribute-elements";
import Modeler from "bpmn-js/lib/Modeler";

type Module = object;
type WithModules = { _modules: readonly Module[] };

/** An editor. */
export class FlowModeler extends Modeler {}

const without: readonly Module[] = [AlignElements, DistributeElements];
const { _modules: all } = Modeler.prototype as unknown as WithModules;
(FlowModeler.prototype as unknown as WithModules)._modules = all.filter((one) => !without.includes(one));
