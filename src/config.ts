/** The configuration, read from the environment. Every variable is declared and described here. */
import { isIP } from "node:net";
import { resolve } from "node:path";
import { z } from "zod";

const ADDRESS = String.raw`[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+`;
const WORDS = String.raw`[^\p{C}\p{Zl}\p{Zp}<>()[\]\\,;:"@]*`;
const QUOTED = String.raw`"(?:[^\p{C}\p{Zl}\p{Zp}"\\]|\\["\\])*" *`;
const sender = new RegExp(`^(?:${ADDRESS}|(?:${WORDS}|${QUOTED})<${ADDRESS}>)$`, "u");

/** The rule for the sender of mails, for messages. */
export const SENDER_RULE =
  'must be one address, as in noreply@company.com, Stoa <noreply@company.com> or "Stoa, Inc." <noreply@company.com>';

/**
 * Checks whether a text is one address, with or without a name before it (RFC 5322, section 3.4, without its comments): no
 * list, no group, and nothing that ends a header.
 */
export const isSender = (text: string): boolean => sender.test(text);

const flag = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(1|true|yes|on|0|false|no|off)$/, "must be true or false")
  .transform((word) => ["1", "true", "yes", "on"].includes(word));
function wholeNumber(min: number, max: number) {
  const rule = `must be a whole number from ${min} to ${max}`;
  const digits = z.string().regex(/^\s*\d+\s*$/, rule);
  return digits.transform(Number).pipe(z.number().min(min, rule).max(max, rule));
}
/** Returns a comma-separated list of valid entries. */
const list = (isValid: (entry: string) => boolean, rule: string) =>
  z
    .string()
    .transform((text) =>
      text
        .split(",")
        .map((entry) => entry.trim())
        .filter(Boolean),
    )
    .refine((entries) => entries.every(isValid), rule);

/** Matches an `Origin`: scheme, host and port. */
const isOrigin = (text: string) => URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text;

/** Matches an address, or a CIDR range. */
function isRange(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const version = isIP(address);
  return (
    version > 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
  );
}

/** `file:data/stoa.db`, `file:/var/lib/stoa.db` or `file:///var/lib/stoa.db`, without host and options. */
const databaseUrl = z
  .string()
  .regex(
    /^file:(?!\/\/[^/])(?!:memory:)[^?#\0]*[^?#\0/\\]$/,
    "must look like file:./data/stoa.db or file:/var/lib/stoa/stoa.db",
  );

/** Numbers of days, weeks and months. */
const RETENTION = /^\s*\d{1,3}\s*(?:,\s*\d{1,3}\s*){2}$/;

/** An address and a port, as in `127.0.0.1:9920`, `[::1]:9920` or `localhost:9920`. */
const LISTENING = /^(\[[0-9a-f:.]+\]|[^\s:/[\]]+):(\d{1,5})$/i;

/** A receiver of syslog, as in `tls://logs.company.com:6514` or `tcp://[::1]:601`. */
const SYSLOG = /^(tcp|tls):\/\/(\[[0-9a-f:.]+\]|[^\s:/[\]@?#]+):(\d{1,5})$/i;

/** A bucket, with or without a prefix. */
const BUCKET = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[\w.-]+)*\/?$/;

const isPort = (text: string | undefined) => Number(text) >= 1 && Number(text) <= 65_535;

/** A recipient of age: Bech32 with the prefix `age` (age-encryption.org/v1). */
const RECIPIENT = /^age1[02-9ac-hj-np-z]{40,4000}$/;

const link = z.url({ protocol: /^https?$/, error: "must be a link that begins with http:// or https://" });

/** The public index of the content package of the reference catalogues. */
const PUBLIC_INDEX = "https://pypi.org/pypi/turbo-ea-capabilities/json";

const published = ["change-me-in-production", "dev-secret-key-change-in-production"];

const Environment = z.object({
  PORT: wholeNumber(0, 65535).default(8920).describe("port to listen on; 0 picks a free one"),
  HOST: z.string().min(1, "must name an address").default("0.0.0.0").describe("address to listen on"),
  DATABASE_URL: databaseUrl.default("file:./data/stoa.db").describe("the SQLite file"),
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
    .describe("signs tokens and encrypts secrets; generated next to the database when unset"),
  ACCESS_TOKEN_EXPIRE_MINUTES: wholeNumber(1, 525_600).default(1440).describe("life of a token and its cookie"),
  ALLOWED_ORIGINS: list(isOrigin, "must be origins like https://front.example:8443, comma-separated, without a path")
    .default(["http://localhost:8920"])
    .describe("origins whose pages may call the API, comma-separated"),
  TRUSTED_PROXIES: list(isRange, "must be addresses or CIDR ranges, comma-separated")
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
  SMTP_HOST: z
    .string()
    .regex(/^[^\s/]*$/, "must be the name or the address of a machine")
    .default("")
    .describe("mail server, while the settings name none; without one no mail is sent"),
  SMTP_PORT: wholeNumber(1, 65535).default(587).describe("its port; TLS from the first byte on 465"),
  SMTP_USER: z.string().default("").describe("user name at the mail server"),
  SMTP_PASSWORD: z.string().default("").describe("password at the mail server"),
  SMTP_FROM: z.string().refine(isSender, SENDER_RULE).default("noreply@stoa.local").describe("sender of mails"),
  SMTP_TLS: flag.default(true).describe("require STARTTLS"),
  SMTP_ALLOW_SELF_SIGNED: flag.default(false).describe("accept a mail server's certificate that nobody vouches for"),
  APP_BASE_URL: link.optional().describe("address under which people reach the application, for links in mails"),
  ALLOW_PRIVATE_ADDRESSES: flag
    .default(false)
    .describe("let Stoa call this machine and private networks: an AI provider or identity provider of one's own"),
  EXTRA_CA_FILE: z
    .string()
    .optional()
    .describe(
      "PEM file with authorities whose certificates Stoa trusts when it calls others, in addition to the public ones",
    ),
  AI_AUTO_CONFIGURE: flag
    .default(false)
    .describe("sets AI up with the Ollama server of AI_PROVIDER_URL and AI_MODEL, unless it is set up already"),
  AI_PROVIDER_URL: link
    .optional()
    .describe("address of that Ollama server; also of the provider while the settings name none"),
  AI_MODEL: z.string().max(200, "must have at most 200 characters").optional().describe("the model that it is to use"),
  AI_SEARCH_PROVIDER: z
    .string()
    .max(200, "must have at most 200 characters")
    .optional()
    .describe("accepted for older installations; nothing uses it"),
  AI_SEARCH_URL: link.optional().describe("accepted for older installations; nothing uses it"),
  CAPABILITY_CATALOGUE_PYPI_URL: link
    .optional()
    .describe("index that names the newest reference catalogues, unless the public one is asked"),
  CAPABILITY_CATALOGUE_UPDATES: flag
    .default(true)
    .describe("lets administrators fetch the newest reference catalogues from there"),
  TURBO_EA_PUBLIC_URL: link
    .optional()
    .describe("address of this installation, which exports of the workspace name as their source"),
  EOL_REFRESH: flag.default(true).describe("fetches the life cycles of products every day"),
  EOL_URL: link.default("https://endoflife.date/api").describe("where they are fetched"),
  ANSWER_MEMORY_MIB: wholeNumber(64, 1_048_576)
    .default(512)
    .describe("memory that answers may hold while they are made or wait to be sent, in MiB; beyond it requests wait"),
  SYNC_ANSWER_WAIT_SECONDS: wholeNumber(0, 50)
    .default(10)
    .describe("how long the answer to a pull or push of the ITSM synchronisation waits for its end, in seconds"),
  SYNC_MAX_ROWS: wholeNumber(1, 10_000_000)
    .default(500_000)
    .describe("rows that one pull of the ITSM synchronisation reads at most; a table with more needs a filter"),
  BACKUPS: flag.default(true).describe("makes a backup every night"),
  BACKUP_FOLDER: z
    .string()
    .optional()
    .describe("folder of the backups; `backups` next to the database unless it is set"),
  BACKUP_KEEP: z
    .string()
    .regex(RETENTION, "must be three whole numbers from 0 to 999: days, weeks and months, as in 7,4,12")
    .default("7,4,12")
    .describe("days, weeks and months of which the newest nightly backup is retained, as in 7,4,12"),
  BACKUP_RECIPIENT: z
    .string()
    .regex(RECIPIENT, "must be a recipient of age, as in age1…")
    .optional()
    .describe("encrypts backups for this recipient of age, whose identity opens them"),
  BACKUP_PASSPHRASE: z
    .string()
    .min(12, "must have at least 12 characters")
    .optional()
    .describe("encrypts backups with this passphrase, unless there is a recipient; a restore needs it, too"),
  BACKUP_SECOND_PLACE: z
    .string()
    .refine(
      (text) => !text.includes("://") || BUCKET.test(text),
      "must be a folder, or a bucket as in s3://bucket/folder",
    )
    .optional()
    .describe(
      "second place of backups: a folder that exists, such as a mounted one, or a bucket as in s3://bucket/folder",
    ),
  BACKUP_SECOND_SECONDS: wholeNumber(1, 86_400)
    .default(60)
    .describe("seconds that the second place may take for a request, and again for each 16 MiB"),
  BACKUP_S3_ENDPOINT: link.optional().describe("address of the S3-compatible store; that of Amazon's unless it is set"),
  BACKUP_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/, "must be a region, as in eu-central-1")
    .default("us-east-1")
    .describe("its region"),
  BACKUP_S3_ACCESS_KEY: z.string().optional().describe("its access key"),
  BACKUP_S3_SECRET_KEY: z.string().optional().describe("its secret key"),
  REPLICATION_SOCKET: z
    .string()
    .regex(/^\/[^\0]{1,100}$/, "must be the absolute path of a socket, of at most 100 characters")
    .optional()
    .describe("control socket of Litestream: a change is acknowledged once that has copied it to a second place, too"),
  REPLICATION_WAIT_SECONDS: wholeNumber(1, 600)
    .default(10)
    .describe("how long a change waits for that, in seconds; then it is answered with 503, and no other may begin"),
  TLS_CERTIFICATE_FILE: z
    .string()
    .optional()
    .describe(
      "PEM file with the server's certificate and its chain: the server then speaks HTTPS; a new one is used within seconds",
    ),
  TLS_KEY_FILE: z.string().optional().describe("PEM file with the key of that certificate"),
  METRICS_ADDRESS: z
    .string()
    .refine(
      (text) => Number(LISTENING.exec(text)?.[2] ?? Number.NaN) <= 65_535,
      "must be an address with a port, as in 127.0.0.1:9920",
    )
    .optional()
    .describe("address and port at which /metrics is served, and nothing else, as in 127.0.0.1:9920; port 0 picks one"),
  METRICS_TOKEN: z
    .string()
    .min(16, "must have at least 16 characters")
    .regex(/^[\x21-\x7e]+$/, "must have no spaces and no other characters than those of ASCII")
    .optional()
    .describe(
      "bearer token that /metrics asks for; without METRICS_ADDRESS it is served on the port of everything else",
    ),
  AUDIT_FILE: z
    .string()
    .optional()
    .describe("file to which the journal of events is exported with its seals, as JSON lines; may be moved away"),
  AUDIT_SYSLOG: z
    .string()
    .refine((text) => isPort(SYSLOG.exec(text)?.[3]), "must be a receiver, as in tls://logs.company.com:6514")
    .optional()
    .describe("receiver of syslog to which it is exported, as in tls://logs.company.com:6514, or tcp://… without TLS"),
  SEED_DEMO: flag
    .default(false)
    .describe("loads a demo landscape when there are no cards, and makes an administrator when there is none"),
  SEED_BPM: flag
    .default(false)
    .describe("loads the processes of the demo landscape when there are none, and makes that administrator"),
  SEED_PPM: flag
    .default(false)
    .describe("loads only the demo projects, onto initiatives of the demo, if there are no status reports"),
  SEED_SECURITY: flag
    .default(false)
    .describe("loads only the compliance findings of the demo, onto cards of the demo, if there are none"),
  RESET_DB: flag.default(false).describe("empties the database at start"),
});

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
  const { data, error } = Environment.safeParse(set);
  const mistakes = error?.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`) ?? [];
  if (data && data.PAGE_SIZE_DEFAULT > data.PAGE_SIZE_MAX)
    mistakes.push("PAGE_SIZE_DEFAULT: must not exceed PAGE_SIZE_MAX");
  if ((set["ADMIN_EMAIL"] === undefined) !== (set["ADMIN_PASSWORD"] === undefined))
    mistakes.push("ADMIN_EMAIL and ADMIN_PASSWORD: set both or neither");
  if ((set["TLS_CERTIFICATE_FILE"] === undefined) !== (set["TLS_KEY_FILE"] === undefined))
    mistakes.push("TLS_CERTIFICATE_FILE and TLS_KEY_FILE: set both or neither");
  if (data?.BACKUP_SECOND_PLACE?.includes("://") && !(data.BACKUP_S3_ACCESS_KEY && data.BACKUP_S3_SECRET_KEY))
    mistakes.push("BACKUP_SECOND_PLACE: a bucket needs BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY");
  if (data?.AUDIT_FILE !== undefined && resolve(data.AUDIT_FILE) === resolve(pathOf(data.DATABASE_URL)))
    mistakes.push("AUDIT_FILE: must not be the database");
  if (!data || mistakes.length > 0) throw new ConfigError(mistakes.join("\n"));
  return configOf(data);
}

/** The configuration. Minutes, days and sizes are numbers. */
export type Config = ReturnType<typeof configOf>;

const configOf = (env: z.infer<typeof Environment>) =>
  Object.freeze({
    port: env.PORT,
    host: env.HOST,
    databaseFile: pathOf(env.DATABASE_URL),
    environment: env.ENVIRONMENT,
    development: env.ENVIRONMENT === "development",
    /** True when responses are checked against their schemas. */
    checkResponses: env.ENVIRONMENT === "development",
    secretKey: env.SECRET_KEY,
    accessTokenMinutes: env.ACCESS_TOKEN_EXPIRE_MINUTES,
    allowedOrigins: env.ALLOWED_ORIGINS as readonly string[],
    trustedProxies: env.TRUSTED_PROXIES as readonly string[],
    pageSizeDefault: env.PAGE_SIZE_DEFAULT,
    pageSizeMax: env.PAGE_SIZE_MAX,
    adminEmail: env.ADMIN_EMAIL,
    adminPassword: env.ADMIN_PASSWORD,
    logLevel: env.LOG_LEVEL,
    authoritiesFile: env.EXTRA_CA_FILE,
    batchRetentionDays: env.MUTATION_BATCH_RETENTION_DAYS,
    mail: {
      smtp_host: env.SMTP_HOST,
      smtp_port: env.SMTP_PORT,
      smtp_user: env.SMTP_USER,
      smtp_password: env.SMTP_PASSWORD,
      smtp_from: env.SMTP_FROM,
      smtp_tls: env.SMTP_TLS,
      app_base_url: env.APP_BASE_URL ?? "",
    },
    mailAllowsSelfSigned: env.SMTP_ALLOW_SELF_SIGNED,
    allowPrivateAddresses: env.ALLOW_PRIVATE_ADDRESSES,
    /** The address and the model that are used where the AI settings lack them. */
    llm: { url: env.AI_PROVIDER_URL ?? "", model: env.AI_MODEL ?? "" },
    /** The Ollama server to configure AI with, if any. */
    ollama:
      env.AI_AUTO_CONFIGURE && env.AI_PROVIDER_URL && env.AI_MODEL
        ? { url: env.AI_PROVIDER_URL, model: env.AI_MODEL }
        : undefined,
    /** The index of the reference catalogues; undefined when nothing is to be fetched. */
    catalogueIndex: env.CAPABILITY_CATALOGUE_UPDATES
      ? { url: env.CAPABILITY_CATALOGUE_PYPI_URL ?? PUBLIC_INDEX, own: env.CAPABILITY_CATALOGUE_PYPI_URL !== undefined }
      : undefined,
    publicAddress: env.TURBO_EA_PUBLIC_URL,
    /** Bytes. */
    answerMemory: env.ANSWER_MEMORY_MIB * 1024 * 1024,
    /** Seconds. */
    syncAnswerWait: env.SYNC_ANSWER_WAIT_SECONDS,
    syncMaxRows: env.SYNC_MAX_ROWS,
    eol: { refresh: env.EOL_REFRESH, address: env.EOL_URL },
    /** The parts of the demo to load where they are missing; undefined for none, without an administrator. */
    seeds:
      env.SEED_DEMO || env.SEED_BPM || env.SEED_PPM || env.SEED_SECURITY
        ? {
            demo: env.SEED_DEMO,
            processes: env.SEED_DEMO || env.SEED_BPM,
            projects: env.SEED_DEMO || env.SEED_PPM,
            findings: env.SEED_DEMO || env.SEED_SECURITY,
          }
        : undefined,
    backups: {
      on: env.BACKUPS,
      folder: env.BACKUP_FOLDER,
      keep: retentionOf(env.BACKUP_KEEP),
      recipient: env.BACKUP_RECIPIENT,
      passphrase: env.BACKUP_PASSPHRASE,
      /** The second place; the fields after `seconds` are those of a store. */
      second:
        env.BACKUP_SECOND_PLACE === undefined
          ? undefined
          : {
              place: env.BACKUP_SECOND_PLACE.replace(/(?<=.)\/+$/, ""),
              seconds: env.BACKUP_SECOND_SECONDS,
              endpoint: env.BACKUP_S3_ENDPOINT ?? `https://s3.${env.BACKUP_S3_REGION}.amazonaws.com`,
              region: env.BACKUP_S3_REGION,
              accessKey: env.BACKUP_S3_ACCESS_KEY ?? "",
              secretKey: env.BACKUP_S3_SECRET_KEY ?? "",
            },
    },
    /** The engine of replication; undefined without one. */
    replication:
      env.REPLICATION_SOCKET === undefined
        ? undefined
        : { socket: env.REPLICATION_SOCKET, seconds: env.REPLICATION_WAIT_SECONDS },
    /** The files of the server's own certificate; undefined where TLS ends elsewhere. */
    tls:
      env.TLS_CERTIFICATE_FILE && env.TLS_KEY_FILE
        ? { certificateFile: env.TLS_CERTIFICATE_FILE, keyFile: env.TLS_KEY_FILE }
        : undefined,
    metrics: { address: listenerOf(env.METRICS_ADDRESS), token: env.METRICS_TOKEN },
    /** The targets to which the journal is exported. */
    audit: { file: env.AUDIT_FILE, syslog: receiverOf(env.AUDIT_SYSLOG) },
    resetDatabase: env.RESET_DB,
  });

/** Returns the receiver of syslog at an address; undefined without one. */
function receiverOf(text: string | undefined): { host: string; port: number; secure: boolean } | undefined {
  const [, scheme = "", host = "", port] = SYSLOG.exec(text ?? "") ?? [];
  if (port === undefined) return undefined;
  return { host: host.replace(/^\[(.*)\]$/, "$1"), port: Number(port), secure: scheme.toLowerCase() === "tls" };
}

/** Returns the host and the port of an address; undefined without one. */
function listenerOf(text: string | undefined): { host: string; port: number } | undefined {
  const [, host, port] = LISTENING.exec(text ?? "") ?? [];
  return host === undefined ? undefined : { host, port: Number(port) };
}

/** Returns the numbers of days, weeks and months that a text names. */
function retentionOf(text: string): { daily: number; weekly: number; monthly: number } {
  const [daily = 0, weekly = 0, monthly = 0] = text.split(",").map(Number);
  return { daily, weekly, monthly };
}

/** Returns the path in a file URL; `file:///C:/stoa.db` is a path on Windows without its first slash. */
const pathOf = (url: string) =>
  url
    .slice("file:".length)
    .replace(/^\/\/(?=\/)/, "")
    .replace(/^\/(?=[A-Za-z]:)/, "");

/** Reads the path of the database, for commands that need no other variable. @throws ConfigError */
export function readDatabaseFile(environment: Record<string, string | undefined> = process.env): string {
  return readConfig({ DATABASE_URL: environment["DATABASE_URL"] }).databaseFile;
}

/**
 * Reads the secret key that the environment gives, for commands that need no other variable; undefined when unset.
 * @throws ConfigError
 */
export function readSecretKey(environment: Record<string, string | undefined> = process.env): string | undefined {
  return readConfig({ SECRET_KEY: environment["SECRET_KEY"] }).secretKey;
}

/** Reads what commands of backups need, and no other variable. @throws ConfigError */
export function readBackupConfig(environment: Record<string, string | undefined> = process.env): Config {
  const isNeeded = (name: string) =>
    name.startsWith("BACKUP") || ["DATABASE_URL", "SECRET_KEY", "EXTRA_CA_FILE"].includes(name);
  return readConfig(Object.fromEntries(Object.entries(environment).filter(([name]) => isNeeded(name))));
}

/** Returns name, default and meaning of each variable, for `--help` and README. */
export function describeVariables(): { name: string; fallback: string; meaning: string }[] {
  return Object.entries(Environment.shape).map(([name, schema]) => {
    const fallback: unknown = schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined;
    return { name, fallback: fallback === undefined ? "" : String(fallback), meaning: schema.description ?? "" };
  });
}
