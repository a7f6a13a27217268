/** The form for a new card, on every page. Its content is loaded when it is first opened. */
import { lazy, Suspense } from "react";
import { useGo } from "../navigation/link";
import { useStore } from "../state/store";
import { newCardName } from "./new-card-state";

const Content = lazy(() => import("../cards/new-card"));

/** Shows the form while it is open; the card that is made is opened. */
export function NewCard() {
  const go = useGo();
  const name = useStore(newCardName);
  if (name === null) return null;
  const close = () => newCardName.update(() => null);
  return (
    <Suspense>
      <Content name={name} close={close} open={(id) => go({ to: "/cards/$id", params: { id } })} />
    </Suspense>
  );
}
