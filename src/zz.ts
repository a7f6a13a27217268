const r = new Response("x");
export const a: number = r;
export const f: number = fetch;
