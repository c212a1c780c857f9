import { createHash, randomBytes } from "node:crypto";
import { createSession, type SessionStorage } from "@remix-run/node";
import { Authenticator, AuthorizationError } from "remix-auth";
import { type GoogleProfile, GoogleStrategy, type GoogleStrategyOptions } from "remix-auth-google";
import {
  exchangeGoogleCode,
  findGoogleUser,
  type GoogleIdentity,
  type GoogleRefusal,
  googleSignIn,
  GoogleSignInError,
  identityOf,
} from "#app/domain/accounts/google/identity.server.ts";

/** What must be there again when somebody comes back from Google. */
interface Journey {
  redirectUri: string;
  /** Shows that they are who was sent. */
  state: string;
  /** Without it the code that they bring is worth nothing (PKCE, RFC 7636). */
  verifier: string;
}

/** How Google asks: for consent again, so that there is a refresh token; about the account that is likely meant. */
type Wishes = Pick<GoogleStrategyOptions, "prompt" | "loginHint">;

/** Where somebody is sent to tell Google who they are, and what to remember until they come back. */
export async function beginGoogleJourney(
  request: Request,
  redirectUri: string,
  wishes: Wishes = {},
): Promise<Journey & { url: string }> {
  const journey = { redirectUri, state: newSecret(), verifier: newSecret() };
  // The request's body has been read: a new one has none.
  const answer: unknown = await authenticate(new Request(request.url), journey, wishes).catch((thrown) => thrown);
  if (!(answer instanceof Response)) throw answer;
  const url = new URL(answer.headers.get("Location") ?? "");
  url.searchParams.set("state", journey.state);
  return { ...journey, url: url.href };
}

/** Who came back from Google, whose state was compared before. */
export async function endGoogleJourney(
  request: Request,
  journey: Journey,
): Promise<{ type: "known"; identity: GoogleIdentity } | { type: GoogleRefusal }> {
  try {
    return { type: "known", identity: await authenticate(request, journey) };
  } catch (error) {
    const cause = error instanceof AuthorizationError ? error.cause : error;
    if (cause instanceof GoogleSignInError) return { type: cause.refusal };
    throw cause;
  }
}

function authenticate(request: Request, journey: Journey, wishes?: Wishes): Promise<GoogleIdentity> {
  const authenticator = new Authenticator<GoogleIdentity>(sessionOf(journey), { throwOnError: true });
  return authenticator.use(new JourneyStrategy(journey, wishes)).authenticate("google", request);
}

/** Google's strategy with PKCE, and with our own calls to Google. */
class JourneyStrategy extends GoogleStrategy<GoogleIdentity> {
  readonly #journey: Journey;

  constructor(journey: Journey, wishes?: Wishes) {
    const { authorizationURL, ...app } = googleSignIn();
    const callbackURL = journey.redirectUri;
    super(
      { ...app, ...wishes, callbackURL, accessType: "offline", includeGrantedScopes: true },
      async ({ profile, extraParams, refreshToken }) =>
        identityOf(profile._json, { scope: extraParams.scope, refreshToken }),
    );
    this.#journey = journey;
    this.authorizationURL = authorizationURL;
  }

  protected override authorizationParams(): URLSearchParams {
    const params = super.authorizationParams();
    params.set("code_challenge", createHash("sha256").update(this.#journey.verifier).digest("base64url"));
    params.set("code_challenge_method", "S256");
    return params;
  }

  protected override async fetchAccessToken(code: string) {
    return this.getAccessToken(Response.json(await exchangeGoogleCode({ ...this.#journey, code })));
  }

  protected override async userProfile(accessToken: string): Promise<GoogleProfile> {
    const user = await findGoogleUser(accessToken);
    return {
      provider: "google",
      id: user.sub,
      displayName: user.name,
      name: { givenName: user.given_name, familyName: user.family_name },
      emails: [{ value: user.email }],
      photos: [{ value: user.picture }],
      _json: user,
    };
  }
}

/** The strategy's session for one request. No user is ever written to it, which would let them skip Google. */
function sessionOf({ state }: Journey): SessionStorage {
  const session = createSession({ "oauth2:state": state });
  const none = async () => "";
  return { getSession: async () => session, commitSession: none, destroySession: none };
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}
