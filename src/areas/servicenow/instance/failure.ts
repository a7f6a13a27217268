/** Failures of instances. */
import { Problem } from "../../../http/errors";

/** An instance that doesn't do what it is asked for. The message names the host and the reason, and holds no secrets. */
export class InstanceError extends Problem {
  /** @param unsure whether the instance may have executed the request all the same */
  constructor(
    message: string,
    readonly unsure: boolean,
  ) {
    super(502, message);
  }
}
