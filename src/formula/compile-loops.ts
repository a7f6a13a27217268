import type { ExprOf, Loop, Target } from "./ast";
import { fail } from "./errors";
import type { Evaluation, ExprCompiler, Thunk } from "./evaluation";
import { DictBuilder, iterate, List, truthy, type Value } from "./values";

/** The innermost round of a comprehension, which adds to `out`. */
type Body<Out> = (run: Evaluation, out: Out) => void;

/** Returns a list or dict comprehension. A generator is a list as well. */
export function compileComprehension(compiler: ExprCompiler, expr: ExprOf<"comprehension">): Thunk {
  const { key, value, loops, at } = expr;
  return compiler.symbols.inFrame(() => {
    if (key === null) {
      const fill = compileLoops<Value[]>(compiler, loops, () => {
        const item = compiler.compile(value);
        return (run, out) => out.push(item(run));
      });
      return (run) => {
        const out: Value[] = [];
        fill(run, out);
        return new List(out);
      };
    }
    const fill = compileLoops<DictBuilder>(compiler, loops, () => {
      const entryKey = compiler.compile(key);
      const item = compiler.compile(value);
      return (run, out) => {
        const name = entryKey(run);
        const content = item(run);
        run.at = at;
        out.set(run, name, content);
      };
    });
    return (run) => {
      const out = new DictBuilder();
      fill(run, out);
      return out.build();
    };
  });
}

/** Loops from the outermost on; each sees the names that the ones before it bind. */
function compileLoops<Out>(compiler: ExprCompiler, loops: readonly Loop[], compileBody: () => Body<Out>): Body<Out> {
  const [loop, ...inner] = loops;
  if (!loop) return compileBody();
  const source = compiler.compile(loop.source);
  const at = loop.source.at;
  const assign = compileTarget(compiler, loop.target);
  const conditions = loop.conditions.map((condition) => compiler.compile(condition));
  const body = compileLoops(compiler, inner, compileBody);
  return (run, out) => {
    const value = source(run);
    run.at = at;
    for (const item of iterate(run, value)) {
      run.at = at;
      run.countLoop();
      assign(run, item);
      if (conditions.every((condition) => truthy(condition(run)))) body(run, out);
    }
  };
}

function compileTarget(compiler: ExprCompiler, target: Target): (run: Evaluation, value: Value) => void {
  if (target.kind === "bind") {
    const slot = compiler.symbols.bind(target.name);
    return (run, value) => {
      run.slots[slot] = value;
    };
  }
  const targets = target.targets.map((part) => compileTarget(compiler, part));
  const { at } = target;
  return (run, value) => {
    run.at = at;
    const parts = iterate(run, value);
    if (parts.length !== targets.length) fail(`${parts.length} values cannot be unpacked into ${targets.length} names`);
    for (const [index, assign] of targets.entries()) assign(run, parts[index] ?? null);
  };
}
