declare module "virtual:languages" {
  const languages: Record<string, () => Promise<{ default: Record<string, string> }>>;
  export default languages;
}
