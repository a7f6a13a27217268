/** Addresses of mail, as other tools write them. */

const LONGEST = 320;

/** Returns the reason why something is no address of mail; undefined when it is one. */
export function emailObjection(text: string): string | undefined {
  const [local, host, ...more] = text.split("@");
  if (!local || !host || more.length > 0 || !host.includes(".") || /[;,\s]/.test(text))
    return `"${text.slice(0, LONGEST)}" is not an e-mail address`;
  return text.length > LONGEST ? `The e-mail address is longer than ${LONGEST} characters` : undefined;
}
