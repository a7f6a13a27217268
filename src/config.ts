/** The configuration: read once from the environment, validated, frozen. Every variable is described here and nowhere else. */
import { z } from "zod";

const flag = z
  .string()
  .transform((text) => ["1", "true", "yes", "on"].includes(text.trim().toLowerCase()))
  .optional();
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\s*\d+\s*$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .pipe(
      z
        .number()
        .min(min, `must be a whole number from ${min} to ${max}`)
        .max(max, `must be a whole number from ${min} to ${max}`),
    );
const list = z.string().transform((text) =>
  text
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean),
);

const published = ["change-me-in-production", "dev-secret-key-change-in-production"];

const Environment = z.object({
  PORT: wholeNumber(0, 65535).default(8920).describe("port to listen on; 0 picks a free one"),
  HOST: z.string().min(1, "must name an address").default("0.0.0.0").describe("address to listen on"),
  DATABASE_URL: z
    .string()
    .regex(/^file:.+/, "must look like file:./data/stoa.db")
    .default("file:./data/stoa.db")
    .describe("the SQLite file"),
  ENVIRONMENT: z
    .string()
    .min(1)
    .default("production")
    .describe("`development` shows /api/docs and readable logs; anything else is production"),
  SECRET_KEY: z
    .string()
    .min(16, "must have at least 16 characters")
    .refine((key) => !published.includes(key), "is a published example; choose your own")
    .optional()
    .describe("signs tokens and encrypts secrets; generated beside the database when unset"),
  ACCESS_TOKEN_EXPIRE_MINUTES: wholeNumber(1, 525_600).default(1440).describe("life of a token and its cookie"),
  ALLOWED_ORIGINS: list
    .default(["http://localhost:8920"])
    .describe("origins whose pages may call the API, comma-separated"),
  TRUSTED_PROXIES: list
    .default(["127.0.0.0/8", "::1/128"])
    .describe("addresses whose X-Forwarded-For is believed, comma-separated, as addresses or CIDR ranges"),
  PAGE_SIZE_DEFAULT: wholeNumber(1, 100_000).default(50).describe("rows of a page when the request names no page_size"),
  PAGE_SIZE_MAX: wholeNumber(1, 100_000).default(200).describe("the largest page_size a request may name"),
  ADMIN_EMAIL: z.email("must be an e-mail address").optional().describe("makes the first administrator at start"),
  ADMIN_PASSWORD: z.string().optional().describe("password of that first administrator"),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
      error: "must be one of trace, debug, info, warn, error, fatal, silent",
    })
    .default("info")
    .describe("least severe level that is logged"),
  MUTATION_BATCH_RETENTION_DAYS: wholeNumber(1, 36_500)
    .default(15)
    .describe("days after which a batch can no longer be undone"),
  RESET_DB: flag.default(false).describe("empties the database at start"),
});

/** What the process runs by. `databaseFile` is a path; minutes, days and sizes are numbers. */
export type Config = Readonly<{
  port: number;
  host: string;
  databaseFile: string;
  environment: string;
  development: boolean;
  secretKey: string | undefined;
  accessTokenMinutes: number;
  allowedOrigins: readonly string[];
  trustedProxies: readonly string[];
  pageSizeDefault: number;
  pageSizeMax: number;
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  logLevel: z.infer<typeof Environment>["LOG_LEVEL"];
  batchRetentionDays: number;
  resetDatabase: boolean;
}>;

/** A mistake in the environment; its message names each variable and its rule, one per line. */
export class ConfigError extends Error {}

/**
 * Reads and validates the configuration.
 * @param environment variable name → text; an empty text counts as unset, except for SECRET_KEY, which must not be empty
 * @throws ConfigError naming every variable that is wrong
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const set = Object.fromEntries(
    Object.entries(environment).filter(([name, text]) => text !== undefined && (text !== "" || name === "SECRET_KEY")),
  );
  const parsed = Environment.safeParse(set);
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`).join("\n"));
  const env = parsed.data;
  if (env.PAGE_SIZE_DEFAULT > env.PAGE_SIZE_MAX)
    throw new ConfigError("PAGE_SIZE_DEFAULT: must not exceed PAGE_SIZE_MAX");
  if ((env.ADMIN_EMAIL === undefined) !== (env.ADMIN_PASSWORD === undefined))
    throw new ConfigError("ADMIN_EMAIL and ADMIN_PASSWORD: set both or neither");
  return Object.freeze({
    port: env.PORT,
    host: env.HOST,
    databaseFile: env.DATABASE_URL.slice("file:".length).replace(/^\/\/(?=\/)/, ""),
    environment: env.ENVIRONMENT,
    development: env.ENVIRONMENT === "development",
    secretKey: env.SECRET_KEY,
    accessTokenMinutes: env.ACCESS_TOKEN_EXPIRE_MINUTES,
    allowedOrigins: env.ALLOWED_ORIGINS,
    trustedProxies: env.TRUSTED_PROXIES,
    pageSizeDefault: env.PAGE_SIZE_DEFAULT,
    pageSizeMax: env.PAGE_SIZE_MAX,
    adminEmail: env.ADMIN_EMAIL,
    adminPassword: env.ADMIN_PASSWORD,
    logLevel: env.LOG_LEVEL,
    batchRetentionDays: env.MUTATION_BATCH_RETENTION_DAYS,
    resetDatabase: env.RESET_DB,
  });
}

/** One row per variable for `--help` and README: name, default as text, meaning. */
export function describeVariables(): { name: string; fallback: string; meaning: string }[] {
  return Object.entries(Environment.shape).map(([name, schema]) => {
    const fallback: unknown = schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined;
    return { name, fallback: fallback === undefined ? "" : String(fallback), meaning: schema.description ?? "" };
  });
}
