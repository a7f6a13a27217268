/** The address of this installation, which exports name as their source. */
let address = "";

/** Sets the address; none without an argument. */
export function configurePublicAddress(configured = ""): void {
  address = configured;
}

/** Returns the address of this installation; empty when none is configured. */
export const publicAddress = (): string => address;
