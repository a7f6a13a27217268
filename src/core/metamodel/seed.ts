/** Puts the built-in metamodel into the database. */
export function seedMetamodel(): void {}
