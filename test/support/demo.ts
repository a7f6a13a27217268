/** The administrator of the demo landscape, who has a part in some of its cards. */
import { type Client, clientOf } from "./client";

/** The account that the demo makes. */
export const DEMO_ADMINISTRATOR = { email: "admin@turboea.demo", password: "TurboEA!2025" };

/** Logs the administrator of the demo in. @param url of a server with the demo */
export async function demoAdministrator(url: string): Promise<Client> {
  const { body } = await clientOf(url).post("/auth/login", DEMO_ADMINISTRATOR);
  return clientOf(url, body.access_token);
}
