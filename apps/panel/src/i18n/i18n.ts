/** The user's language for the page's texts, dates and numbers. The content of memories is never translated. */
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { onPreferences, preferences } from "../data/preferences.ts";
import { en } from "./en.ts";
import { fr } from "./fr.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    readonly resources: { readonly translation: typeof en };
  }
}

export async function startTranslations(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: preferences().language,
    fallbackLng: "en",
    resources: { en: { translation: en }, fr: { translation: fr } },
    // React already escapes values.
    interpolation: { escapeValue: false },
  });
  onPreferences(() => void i18next.changeLanguage(preferences().language));
}
