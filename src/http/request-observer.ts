/** Shows each request to whoever counts requests: nobody, unless metrics are on. */

/**
 * Counts a request.
 * @param operation the operation that it called; undefined when it called none
 * @param milliseconds until its response began
 */
type Observer = (operation: object | undefined, status: number, milliseconds: number) => void;

let observer: Observer | undefined;

/** Sets who counts requests; nobody without an argument. */
export function observeWith(other?: Observer): void {
  observer = other;
}

/** Shows a request to whoever counts requests. */
export const observe: Observer = (operation, status, milliseconds) => observer?.(operation, status, milliseconds);
