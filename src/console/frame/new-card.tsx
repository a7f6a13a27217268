/** The form for a new card, on every page. Its content is loaded when it is first opened. */
import { lazy, Suspense } from "react";
import { useGo } from "../navigation/link";
import { useStore } from "../state/store";
import { newCardOpen } from "./new-card-state";

const Content = lazy(() => import("../cards/new-card"));

/** Shows the form while it is open; the card that is made is opened. */
export function NewCard() {
  const go = useGo();
  if (!useStore(newCardOpen)) return null;
  const close = () => newCardOpen.update(() => false);
  return (
    <Suspense>
      <Content close={close} open={(id) => go({ to: "/cards/$id", params: { id } })} />
    </Suspense>
  );
}
