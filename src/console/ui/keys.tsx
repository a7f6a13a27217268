/** Keys where they act, in a hairline box. */
import { signsOf } from "../commands/keys";

/** Shows the signs of keys, one box for each of a sequence. @param inButton in the colour of the button around it */
export function Keys({ of, inButton = false }: { of: string; inButton?: boolean }) {
  return signsOf(of).map((sign) => (
    <kbd key={sign} aria-hidden className={inButton ? "on-accent" : undefined}>
      {sign}
    </kbd>
  ));
}
