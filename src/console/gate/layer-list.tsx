/** The layers with their types, as the product comes. */
import { TypeIcon } from "../ui/icon";
import { useLayers } from "./layers";

/** Shows the types by layer. */
export function LayerList() {
  return useLayers().map(({ name, types }) => (
    <div className="layer" key={name}>
      <span>{name}</span>
      <div className="tys">
        {types.map((type) => (
          <span key={type.name}>
            <TypeIcon type={type} />
            {type.name}
          </span>
        ))}
      </div>
    </div>
  ));
}
