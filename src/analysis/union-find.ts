/** Connected components. */

/** Groups what pairs connect: the members of each component of at least two, in their order. @param size how many there are */
export function componentsOf(size: number, pairs: Iterable<readonly [number, number]>): number[][] {
  const parents = Int32Array.from({ length: size }, (_, at) => at);
  const rootOf = (member: number): number => {
    let root = member;
    while (parents[root] !== root) root = parents[root] as number;
    for (let at = member; at !== root; ) {
      const next = parents[at] as number;
      parents[at] = root;
      at = next;
    }
    return root;
  };
  for (const [one, other] of pairs) {
    const first = rootOf(one);
    const second = rootOf(other);
    parents[Math.max(first, second)] = Math.min(first, second);
  }
  const components = new Map<number, number[]>();
  for (let member = 0; member < size; member++) {
    const root = rootOf(member);
    const component = components.get(root);
    if (component) component.push(member);
    else components.set(root, [member]);
  }
  return [...components.values()].filter((members) => members.length > 1);
}
