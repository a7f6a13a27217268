/** The way to the page of keys, which shows those of the page that one comes from. */
import { rememberCommands } from "../commands/command";
import { useGo } from "../navigation/link";

/** Gives a function that opens the page of keys. */
export function useOpenKeys(): () => void {
  const go = useGo();
  return () => {
    rememberCommands();
    go({ to: "/keys" });
  };
}
