/** An authenticator in software, which makes passkeys and shows them as WebAuthn says. */
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";

const text = (value: string) => Buffer.from(value, "utf8");
const base64 = (value: Uint8Array) => Buffer.from(value).toString("base64url");
const hash = (value: Uint8Array) => createHash("sha256").update(value).digest();

/** The flags of what it says about its user. */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_KEY = 0x40;

/** Returns a text in CBOR, of less than 24 bytes. */
const cborText = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), text(value)]);
/** Returns bytes in CBOR, of less than 65536. */
const cborBytes = (value: Uint8Array) =>
  Buffer.concat([Buffer.from([0x59, value.length >> 8, value.length & 255]), value]);

/** Returns a public key of P-256 as COSE has it. */
function coseOf(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: "jwk" }) as { x: string; y: string };
  const coordinate = (name: number, value: string) =>
    Buffer.concat([Buffer.from([name, 0x58, 0x20]), Buffer.from(value, "base64url")]);
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
    coordinate(0x21, x),
    coordinate(0x22, y),
  ]);
}

type Situation = {
  challenge: string;
  origin: string;
  /** False when it hasn't checked who its user is. */
  isVerified?: boolean;
};

/** A passkey. */
export class Authenticator {
  private readonly keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly id = randomBytes(16);
  /** The number of uses that it reports. */
  uses = 0;

  constructor(private readonly host: string) {}

  private client(type: string, { challenge, origin }: Situation): Buffer {
    return text(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  private data(flags: number): Buffer {
    const uses = Buffer.alloc(4);
    uses.writeUInt32BE(this.uses);
    return Buffer.concat([hash(text(this.host)), Buffer.from([flags]), uses]);
  }

  /** Makes the passkey, as `navigator.credentials.create` answers. */
  create(situation: Situation): object {
    const length = Buffer.from([0, this.id.length]);
    const authData = Buffer.concat([
      this.data(PRESENT | VERIFIED | WITH_KEY),
      Buffer.alloc(16),
      length,
      this.id,
      coseOf(this.keys.publicKey),
    ]);
    const attestation = [
      cborText("fmt"),
      cborText("none"),
      cborText("attStmt"),
      Buffer.from([0xa0]),
      cborText("authData"),
    ];
    const attestationObject = base64(Buffer.concat([Buffer.from([0xa3]), ...attestation, cborBytes(authData)]));
    const clientDataJSON = base64(this.client("webauthn.create", situation));
    const id = base64(this.id);
    return { id, rawId: id, response: { clientDataJSON, attestationObject, transports: ["internal"] } };
  }

  /** Shows the passkey, as `navigator.credentials.get` answers. */
  show(situation: Situation): object {
    this.uses++;
    const client = this.client("webauthn.get", situation);
    const data = this.data(situation.isVerified === false ? PRESENT : PRESENT | VERIFIED);
    const signature = createSign("sha256")
      .update(Buffer.concat([data, hash(client)]))
      .sign(this.keys.privateKey);
    const id = base64(this.id);
    const response = {
      clientDataJSON: base64(client),
      authenticatorData: base64(data),
      signature: base64(signature),
    };
    return { id, rawId: id, response };
  }
}
