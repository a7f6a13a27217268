/** Heads that are dragged: by their edge to another width, by themselves to another place. */

/** The least width of a column, in px. */
export const LEAST_WIDTH = 44;
/** The way in px from which on a pressed head is dragged and not pressed. */
const SLACK = 6;

/** Follows the pointer until it is let go. */
function follow(move: (event: PointerEvent) => void, end: (event: PointerEvent) => void): void {
  const ends = new AbortController();
  const { signal } = ends;
  window.addEventListener("pointermove", move, { signal });
  for (const type of ["pointerup", "pointercancel"] as const)
    window.addEventListener(
      type,
      (event) => {
        ends.abort();
        end(event);
      },
      { signal },
    );
}

/** Begins to give a column another width. @param from the width in px that it has */
export function beginResizing(
  event: React.PointerEvent,
  from: number,
  resize: (width: number, isDone: boolean) => void,
): void {
  event.preventDefault();
  event.stopPropagation();
  const start = event.clientX;
  const widthAt = ({ clientX }: PointerEvent) => Math.max(LEAST_WIDTH, Math.round(from + clientX - start));
  follow(
    (moved) => resize(widthAt(moved), false),
    (ended) => resize(widthAt(ended), true),
  );
}

/** Returns the key of the column whose head is under a pointer. */
const headAt = ({ clientX, clientY }: PointerEvent): string | undefined =>
  document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-head]")?.dataset["head"];

/** Begins to put a column in the place of another one; a press that goes no way is none. */
export function beginMoving(event: React.PointerEvent, key: string, move: (key: string, before: string) => void): void {
  if (event.button !== 0) return;
  const head = event.currentTarget as HTMLElement;
  const start = event.clientX;
  let isDragged = false;
  follow(
    ({ clientX }) => {
      if (!isDragged && Math.abs(clientX - start) < SLACK) return;
      isDragged = true;
      head.classList.add("dragged");
    },
    (ended) => {
      head.classList.remove("dragged");
      if (!isDragged) return;
      const target = headAt(ended);
      if (target !== undefined && target !== key) move(key, target);
    },
  );
}
