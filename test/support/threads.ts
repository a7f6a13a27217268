/**
 * The threads of the servers under test. A thread loads the whole program when it starts, which takes longer than most tests:
 * one that its server has shut down works for the next server of this process, which opens its own database in it.
 */

/** The most idle threads of a program. */
const MAX_IDLE = 4;

type Message = { data: { type?: string } };
type ListenerArguments = Parameters<Worker["addEventListener"]>;

const idle = new Map<string, ReusableThread[]>();

/** A thread that is idle after its end if it is done, to be used again. */
class ReusableThread extends Worker {
  private isDone = false;
  private readonly listeners: ListenerArguments[] = [];

  constructor(
    private readonly program: string,
    options: WorkerOptions | undefined,
  ) {
    super(program, options);
    super.addEventListener("message", (event) => {
      this.isDone = this.isLast((event as MessageEvent & Message).data);
    });
  }

  /** Checks whether nothing comes after a message: the database is closed, or the only order is executed. */
  private isLast(data: Message["data"]): boolean {
    return data.type === "closed" || (this.program.endsWith("/backup.ts") && "result" in data);
  }

  override addEventListener(...listener: ListenerArguments): void {
    this.listeners.push(listener);
    super.addEventListener(...listener);
  }

  override postMessage(message: unknown, options?: Bun.Transferable[] | Bun.StructuredSerializeOptions): void {
    this.isDone = false;
    super.postMessage(message, options as Bun.StructuredSerializeOptions);
  }

  override terminate(): void {
    const others = idle.get(this.program) ?? [];
    if (!this.isDone || others.length >= MAX_IDLE) {
      super.terminate();
      return;
    }
    this.onmessage = null;
    this.onerror = null;
    for (const [type, listener] of this.listeners.splice(0)) super.removeEventListener(type, listener);
    this.unref();
    idle.set(this.program, [...others, this]);
  }
}

/** Lets the programs of a server's threads work for one server after the other; other threads are as ever. */
export function reuseThreads(): void {
  globalThis.Worker = new Proxy(Worker, {
    construct(Thread, [url, options]: [string | URL, WorkerOptions | undefined]) {
      const program = String(url);
      if (!/\/src\/(reader|writer|state-maker|backup)\.ts$/.test(program)) return new Thread(url, options);
      const thread = idle.get(program)?.pop() ?? new ReusableThread(program, options);
      thread.ref();
      return thread;
    },
  });
}
