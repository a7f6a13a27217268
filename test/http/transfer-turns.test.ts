/** The turns of the event loop that the transfers of large files share. */
import { expect, test } from "bun:test";
import { PIECE, piecesOf } from "../../src/http/forms";
import { transferTurn } from "../../src/http/transfer-turns";

/** Returns the pieces that work has handled in each turn of the event loop. */
async function piecesPerTurn(work: (note: () => void) => Promise<unknown>): Promise<number[]> {
  const turns = [0];
  let isOver = false;
  const nextTurn = () => {
    if (isOver) return;
    turns.push(0);
    setImmediate(nextTurn);
  };
  setImmediate(nextTurn);
  await work(() => turns.push((turns.pop() ?? 0) + 1));
  isOver = true;
  return turns;
}

async function* bytesOf(count: number): AsyncGenerator<Uint8Array> {
  for (let piece = 0; piece < count; piece++) yield new Uint8Array(PIECE);
}

test("uploads that arrive at once store one piece of one of them in a turn", async () => {
  const uploads = 8;
  const pieces = 6;
  const turns = await piecesPerTurn((note) =>
    Promise.all(
      Array.from({ length: uploads }, async () => {
        for await (const _ of piecesOf(bytesOf(pieces))) note();
      }),
    ),
  );
  expect(turns.reduce((sum, count) => sum + count, 0)).toBe(uploads * pieces);
  expect(Math.max(...turns)).toBe(1);
});

test("transfers are given their turns in the order in which they wait for them", async () => {
  const order: number[] = [];
  await Promise.all([3, 1, 2].map((transfer) => transferTurn().then(() => order.push(transfer))));
  expect(order).toEqual([3, 1, 2]);
});
