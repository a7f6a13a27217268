/** The memory of all answers, and streams that nobody reads. */
import { afterEach, describe, expect, setSystemTime, test } from "bun:test";
import { configureAnswerMemory, heldBytes, takeShare } from "../../src/http/answer-memory";
import { letGoUnread, watched } from "../../src/http/outgoing";

afterEach(() => {
  configureAnswerMemory();
  setSystemTime();
});

const { signal } = new AbortController();
const shareOf = async (bytes: number, owner: string) => takeShare(bytes, owner, signal);
/** The waiting time of requests that wait for as long as a test lasts. */
const LONG = 1_000_000;

describe("the memory of answers", () => {
  test("lets a request wait until another gives back its share", async () => {
    configureAnswerMemory(100, LONG);
    const first = await shareOf(80, "one");
    let isServed = false;
    const second = shareOf(80, "two").then((share) => {
      isServed = true;
      return share;
    });
    await Bun.sleep(0);
    expect(isServed).toBe(false);
    first.resize(30);
    await Bun.sleep(0);
    expect(isServed).toBe(false);
    first.release();
    (await second).release();
    expect(heldBytes()).toBe(0);
  });

  test("refuses a request with 503 and Retry-After when there is no room in time", async () => {
    configureAnswerMemory(100, 0);
    const first = await shareOf(60, "one");
    expect(shareOf(60, "two")).rejects.toMatchObject({ status: 503, headers: { "Retry-After": "10" } });
    first.release();
  });

  test("serves a request that needs little before one that waits for much", async () => {
    configureAnswerMemory(100, LONG);
    const first = await shareOf(60, "one");
    const order: string[] = [];
    const large = shareOf(90, "two").then((share) => {
      order.push("large");
      return share;
    });
    const small = await shareOf(10, "three");
    order.push("small");
    small.release();
    first.release();
    (await large).release();
    expect(order).toEqual(["small", "large"]);
  });

  test("serves a small answer of a user who holds nothing, whatever others hold", async () => {
    configureAnswerMemory(100_000, 0);
    const shares = [await shareOf(50_000, "one"), await shareOf(50_000, "two")];
    shares[0]?.resize(90_000);
    expect(shareOf(1_000, "three")).rejects.toMatchObject({ status: 503 });
    expect(shareOf(20, "one")).rejects.toMatchObject({ status: 503 });
    shares.push(await shareOf(20, "three"));
    for (const share of shares) share.release();
    expect(heldBytes()).toBe(0);
  });

  test("leaves one user no more than half of it, but for a single answer", async () => {
    configureAnswerMemory(100, 0);
    const large = await shareOf(70, "viewer");
    expect(shareOf(1, "viewer")).rejects.toMatchObject({ status: 503 });
    const other = await shareOf(20, "other");
    for (const share of [large, other]) share.release();
    expect(heldBytes()).toBe(0);
  });

  test("has room for one answer that is larger than all of it", async () => {
    configureAnswerMemory(100, 0);
    (await shareOf(1_000, "one")).release();
    expect(heldBytes()).toBe(0);
  });
});

describe("a stream to a client that reads nothing", () => {
  /** Returns a stream of endless pieces, the state of it, and its reader. */
  function endless() {
    const state = { isCancelled: false, isClosed: false };
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => controller.enqueue(new Uint8Array(10)),
        cancel: () => {
          state.isCancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
    const reader = watched(body, () => {
      state.isClosed = true;
    }).getReader();
    return { state, reader };
  }

  test("is let go after a minute, and its connection is closed", async () => {
    const { state, reader } = endless();
    await reader.read();
    setSystemTime(Date.now() + 59_000);
    letGoUnread();
    expect(state).toEqual({ isCancelled: false, isClosed: false });
    setSystemTime(Date.now() + 2_000);
    letGoUnread();
    expect(state).toEqual({ isCancelled: true, isClosed: true });
  });

  test("stays while its client reads from time to time", async () => {
    const { state, reader } = endless();
    for (let minute = 0; minute < 5; minute++) {
      await reader.read();
      setSystemTime(Date.now() + 50_000);
      letGoUnread();
    }
    expect(state).toEqual({ isCancelled: false, isClosed: false });
    await reader.cancel();
    expect(state.isCancelled).toBe(true);
  });

  test("is let go after some seconds while others wait for memory", async () => {
    const { state, reader } = endless();
    await reader.read();
    configureAnswerMemory(100, 0);
    const share = await shareOf(90, "one");
    setSystemTime(Date.now() + 6_000);
    await shareOf(90, "two").catch(() => {});
    expect(state).toEqual({ isCancelled: true, isClosed: true });
    share.release();
  });
});
