/** The notation of select fields' options in the built-in content. */
import type { FieldOption } from "../schema/metamodel";

export type SeedOption = [key: string, label: string, color?: string];

/** Returns an option as it is stored. */
export const option = ([key, label, color]: SeedOption): FieldOption => ({ key, label, ...(color && { color }) });
