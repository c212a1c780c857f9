// A fake of a self-hosted identity provider, such as Keycloak: OpenID Connect Core 1.0 and
// Discovery 1.0.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { bodyOf, sendJson, serve } from "./server.ts";

interface OidcPerson {
  sub: string;
  email: string;
  /** Undefined if the provider doesn't say. */
  isVerified: boolean | undefined;
  /** False for providers that tell the address only at their userinfo endpoint. */
  isAddressInToken: boolean;
}

interface Grant {
  person: OidcPerson;
  redirectUri: string;
  challenge: string;
  nonce: string;
  /** True if someone has just signed in here. */
  isFresh: boolean;
}

type Endpoint = "description" | "keys" | "token" | "userinfo";

export interface FakeOidc extends AsyncDisposable {
  origin: string;
  /** Settings that point an instance here. */
  settings: Record<string, string>;
  person: (email: string, differing?: Partial<OidcPerson>) => OidcPerson;
  /** Consents or declines. Returns where the provider redirects to. */
  consent: (url: string, email: string, how?: { declines: boolean }) => Promise<string>;
  /** Puts these claims into the next signed ids, and signs with another key. */
  lie: (about?: { claims?: Record<string, unknown>; hasForeignKey?: boolean }) => void;
  /** The status of an endpoint's answers; 200 is normal. */
  fail: (status: number, endpoint?: Endpoint) => void;
  /** Adds these fields to the provider's next description. */
  describe: (differing: Record<string, unknown>) => void;
  /** Requests that the provider would have refused. Closing the fake throws if there are any. */
  problems: string[];
}

const [clientId, clientSecret, keyId] = ["mila", "fake-oidc-secret", "fake-key"];
const path = "/realms/family";

type Keys = ReturnType<typeof generateKeyPairSync>;

const newKeys = () => generateKeyPairSync("rsa", { modulusLength: 2048 });

/** The same keys at every start, because the product remembers the provider's keys. */
let ownKeys: Keys | undefined;

export async function startFakeOidc({ port = 0 }: { port?: number } = {}): Promise<FakeOidc> {
  const keys = (ownKeys ??= newKeys());
  const foreignKey = newKeys().privateKey;
  const people = new Map<string, OidcPerson>();
  const codes = new Map<string, Grant>();
  const accessTokens = new Map<string, OidcPerson>();
  const problems: string[] = [];
  let lies: { claims?: Record<string, unknown>; hasForeignKey?: boolean } = {};
  const statuses: Partial<Record<Endpoint, number>> = {};
  let differences: Record<string, unknown> = {};
  const person = (email: string, differing: Partial<OidcPerson> = {}): OidcPerson => {
    const usual = { sub: `sub-${email}`, email, isVerified: true, isAddressInToken: true };
    const found = { ...usual, ...people.get(email), ...differing };
    people.set(email, found);
    return found;
  };
  const server = await serve(answer, port);
  const issuer = server.origin + path;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "", server.origin);
    const form = new URLSearchParams(String(await bodyOf(request)));
    const endpoint = pathname.endsWith("/openid-configuration")
      ? "description"
      : pathname.split("/").at(-1);
    const status = statuses[endpoint as Endpoint] ?? 200;
    if (status !== 200) return sendJson(response, status, { error: "server_error" });
    if (pathname === `${path}/.well-known/openid-configuration`)
      return sendJson(response, 200, { ...description(issuer), ...differences });
    if (pathname === `${path}/keys`) {
      const key = {
        ...keys.publicKey.export({ format: "jwk" }),
        kid: keyId,
        use: "sig",
        alg: "RS256",
      };
      return sendJson(response, 200, { keys: [key] });
    }
    if (pathname === `${path}/auth`) return authorize(request, response, searchParams, form);
    if (pathname === `${path}/token`) return giveTokens(response, form);
    if (pathname === `${path}/userinfo`) return tellAbout(request, response);
    return sendJson(response, 404, { error: "not_found" });
  }

  function authorize(
    request: IncomingMessage,
    response: ServerResponse,
    query: URLSearchParams,
    form: URLSearchParams,
  ) {
    const wrong = problemsOf(query);
    problems.push(...wrong.map((name) => `authorization: ${name}`));
    if (wrong.length > 0) return void response.writeHead(400).end(`invalid ${wrong.join(", ")}`);
    if (request.method !== "POST") return void response.writeHead(200).end("Who are you?");
    const redirectUri = query.get("redirect_uri") ?? "";
    const back = new URL(redirectUri);
    back.searchParams.set("state", query.get("state") ?? "");
    back.searchParams.set("iss", issuer);
    if (form.has("declines")) {
      back.searchParams.set("error", "access_denied");
    } else {
      const code = newToken();
      const [challenge, nonce] = [query.get("code_challenge") ?? "", query.get("nonce") ?? ""];
      const isFresh = query.has("max_age");
      codes.set(code, {
        person: person(form.get("email") ?? ""),
        redirectUri,
        challenge,
        nonce,
        isFresh,
      });
      back.searchParams.set("code", code);
    }
    return void response.writeHead(302, { Location: String(back) }).end();
  }

  function giveTokens(response: ServerResponse, form: URLSearchParams) {
    if (form.get("client_id") !== clientId || form.get("client_secret") !== clientSecret)
      return sendJson(response, 401, { error: "invalid_client" });
    const grant = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const proof = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (!grant || grant.challenge !== proof || grant.redirectUri !== form.get("redirect_uri"))
      return sendJson(response, 400, { error: "invalid_grant" });
    const access_token = newToken();
    accessTokens.set(access_token, grant.person);
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: issuer,
      aud: clientId,
      sub: grant.person.sub,
      iat: now,
      exp: now + 300,
      nonce: grant.nonce,
      ...(grant.isFresh && { auth_time: now }),
      ...(grant.person.isAddressInToken && aboutPerson(grant.person)),
      ...lies.claims,
    };
    const id_token = signed(claims, lies.hasForeignKey ? foreignKey : keys.privateKey);
    return sendJson(response, 200, {
      access_token,
      token_type: "Bearer",
      expires_in: 300,
      id_token,
    });
  }

  function tellAbout(request: IncomingMessage, response: ServerResponse) {
    const found = accessTokens.get(
      /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "",
    );
    if (!found) return sendJson(response, 401, { error: "invalid_token" });
    return sendJson(response, 200, { sub: found.sub, ...aboutPerson(found) });
  }

  return {
    origin: server.origin,
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: "Family login",
      OIDC_ALLOW_HTTP: "yes",
    },
    person,
    async consent(url, email, { declines } = { declines: false }) {
      // Fetches the page first, as a browser would.
      const page = await fetch(url);
      if (!page.ok) throw new Error(await page.text());
      const body = new URLSearchParams({ email, ...(declines && { declines: "yes" }) });
      const answered = await fetch(url, { method: "POST", body, redirect: "manual" });
      return answered.headers.get("location") ?? "";
    },
    lie: (about = {}) => void (lies = about),
    fail: (status, endpoint = "token") => void (statuses[endpoint] = status),
    describe: (next) => void (differences = next),
    problems,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      if (problems.length > 0)
        throw new Error(`The provider would have refused: ${problems.join("; ")}`);
    },
  };
}

function description(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
  };
}

/** Lists violations in an authorization request. */
function problemsOf(query: URLSearchParams): string[] {
  const wanted: Record<string, boolean> = {
    client_id: query.get("client_id") === clientId,
    redirect_uri: URL.canParse(query.get("redirect_uri") ?? ""),
    response_type: query.get("response_type") === "code",
    scope: (query.get("scope") ?? "").split(" ").includes("openid"),
    state: (query.get("state") ?? "").length >= 16,
    nonce: (query.get("nonce") ?? "").length >= 16,
    code_challenge: /^[\w-]{43}$/.test(query.get("code_challenge") ?? ""),
    code_challenge_method: query.get("code_challenge_method") === "S256",
  };
  return Object.keys(wanted).filter((name) => !wanted[name]);
}

function aboutPerson({ email, isVerified }: OidcPerson) {
  const verified = isVerified === undefined ? {} : { email_verified: isVerified };
  return { email, ...verified, given_name: "Nora", family_name: "Lind" };
}

function signed(claims: object, key: KeyObject): string {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url");
  const text = `${part({ alg: "RS256", kid: keyId, typ: "JWT" })}.${part(claims)}`;
  return `${text}.${sign("sha256", Buffer.from(text), key).toString("base64url")}`;
}

function newToken(): string {
  return randomBytes(24).toString("base64url");
}
