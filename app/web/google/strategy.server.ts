import { createHash } from "node:crypto";
import { type GoogleProfile, GoogleStrategy, type GoogleStrategyOptions } from "remix-auth-google";
import {
  exchangeGoogleCode,
  findGoogleUser,
  type GoogleIdentity,
  googleSignIn,
  identityOf,
} from "#app/domain/accounts/google/identity.server.ts";

/** What must be there again when somebody comes back from Google. */
export interface SentToGoogle {
  /** Where Google sends them back to: the same in both requests. */
  redirectUri: string;
  /** Shows that they are who was sent. */
  state: string;
  /** Without it the code that they bring is worth nothing (PKCE, RFC 7636). */
  verifier: string;
}

/** How Google asks: for consent again, which brings a refresh token, and about which account. */
export type ConsentOptions = Pick<GoogleStrategyOptions, "prompt" | "loginHint">;

/** Google's strategy for one journey there and back: with PKCE, and with our own calls to Google. */
export class JourneyStrategy extends GoogleStrategy<GoogleIdentity> {
  readonly #sent: SentToGoogle;

  constructor(sent: SentToGoogle, options?: ConsentOptions) {
    const { authorizationURL, ...app } = googleSignIn();
    const callbackURL = sent.redirectUri;
    super(
      { ...app, ...options, callbackURL, accessType: "offline", includeGrantedScopes: true },
      async ({ profile, extraParams, refreshToken }) =>
        identityOf(profile._json, { scope: extraParams.scope, refreshToken }),
    );
    this.#sent = sent;
    this.authorizationURL = authorizationURL;
  }

  protected override authorizationParams(): URLSearchParams {
    const params = super.authorizationParams();
    params.set("code_challenge", createHash("sha256").update(this.#sent.verifier).digest("base64url"));
    params.set("code_challenge_method", "S256");
    return params;
  }

  protected override async fetchAccessToken(code: string) {
    return this.getAccessToken(Response.json(await exchangeGoogleCode({ ...this.#sent, code })));
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
