// The words of the page in three languages. What models, tools and the program say is not translated.

const WORDS = {
  en: {
    skip: "Skip to the message", search: "Search in all conversations", language: "Language", theme: "Colours",
    themeSystem: "As the system", themeLight: "Light", themeDark: "Dark", conversations: "Conversations", newConversation: "New conversation",
    untitled: "Empty conversation", stored: "stored", interrupted: "interrupted", running: "running", undo: "Undo the last turn", replay: "Replay",
    endReplay: "End the replay", step: "Step", exportMarkdown: "Save as Markdown", exportJson: "Save as JSON", messages: "Messages", attached: "Attached files",
    message: "Message", attach: "Attach pictures or files", send: "Send", stop: "Stop", details: "Details", tree: "Tree", why: "Why", found: "Found",
    compare: "Compare the two selected", close: "Close", you: "You", model: "Model", tool: "Tool", approval: "Approval", summary: "Summary", notice: "Error", news: "News",
    reasoning: "Reasoning", refusal: "Refused", arguments: "Arguments", result: "Result", pending: "requested", executing: "running", completed: "completed",
    failed: "failed", edit: "Edit and resend", fork: "Fork from here", previous: "Previous version", next: "Next version", of: "{0} of {1}", cancel: "Cancel",
    resend: "Resend", remove: "Remove {0}", more: "Show more ({0} characters are left)", connected: "Connected", lost: "Connection lost, connecting again …",
    refused: "The token is missing or wrong. Open the address that the program has shown.", finished: "The answer is complete.", asked: "A question waits for an answer.",
    name: "Name", type: "Type", length: "Length", value: "Value", part: "a part; SHA-256 {0}", risk: "Risk", origin: "The call may come from others' content: {0}",
    documentChanged: "The document has changed since the question.", expires: "expires at {0}", save: "Save {0} ({1} bytes)", tokens: "{0} in, {1} out",
    calls: "Calls of the model", tools: "Tools", chain: "Policies of the last call", took: "took", first: "first content after {0}", cost: "cost {0}", attempt: "attempt", wait: "wait: {0}",
    hit: "from the cache: {0}", miss: "not in the cache: {0}", changed: "changed the call", answered: "answered", nothingHere: "Nothing here yet.", pick: "select {0} for the comparison",
    policy: "Policy", note: "Remark", decided: "{0}: {1}", nothingFound: "Nothing was found.", stepOf: "{0} of {1}", openRecording: "Replay a recording …", noRecording: "{0} is no recording of the test kit.", runs: "Runs", runState: "{0} of {1}, {2} failed", dropHere: "Enter sends, Shift+Enter begins a line. Files can be dropped here.",
  },
  de: {
    skip: "Zur Nachricht springen", search: "In allen Unterhaltungen suchen", language: "Sprache", theme: "Farben",
    themeSystem: "Wie das System", themeLight: "Hell", themeDark: "Dunkel", conversations: "Unterhaltungen", newConversation: "Neue Unterhaltung",
    untitled: "Leere Unterhaltung", stored: "gespeichert", interrupted: "unterbrochen", running: "läuft", undo: "Letzten Zug zurücknehmen", replay: "Abspielen",
    endReplay: "Abspielen beenden", step: "Schritt", exportMarkdown: "Als Markdown speichern", exportJson: "Als JSON speichern", messages: "Nachrichten", attached: "Angehängte Dateien",
    message: "Nachricht", attach: "Bilder oder Dateien anhängen", send: "Senden", stop: "Anhalten", details: "Einzelheiten", tree: "Baum", why: "Warum", found: "Gefunden",
    compare: "Die zwei ausgewählten vergleichen", close: "Schließen", you: "Sie", model: "Modell", tool: "Werkzeug", approval: "Freigabe", summary: "Zusammenfassung", notice: "Fehler", news: "Meldung",
    reasoning: "Überlegung", refusal: "Abgelehnt", arguments: "Argumente", result: "Ergebnis", pending: "angefordert", executing: "läuft", completed: "fertig",
    failed: "fehlgeschlagen", edit: "Ändern und neu senden", fork: "Ab hier abzweigen", previous: "Vorige Fassung", next: "Nächste Fassung", of: "{0} von {1}", cancel: "Abbrechen",
    resend: "Neu senden", remove: "{0} entfernen", more: "Mehr zeigen ({0} Zeichen übrig)", connected: "Verbunden", lost: "Verbindung verloren, neuer Versuch …",
    refused: "Das Token fehlt oder ist falsch. Öffnen Sie die Adresse, die das Programm gezeigt hat.", finished: "Die Antwort ist vollständig.", asked: "Eine Frage wartet auf Antwort.",
    name: "Name", type: "Typ", length: "Länge", value: "Wert", part: "ein Teil; SHA-256 {0}", risk: "Risiko", origin: "Der Aufruf kann von fremdem Inhalt stammen: {0}",
    documentChanged: "Das Dokument wurde seit der Frage geändert.", expires: "läuft ab um {0}", save: "{0} speichern ({1} Bytes)", tokens: "{0} hinein, {1} heraus",
    calls: "Aufrufe des Modells", tools: "Werkzeuge", chain: "Richtlinien des letzten Aufrufs", took: "Dauer", first: "erster Inhalt nach {0}", cost: "Kosten {0}", attempt: "Versuch", wait: "Warten: {0}",
    hit: "aus dem Cache: {0}", miss: "nicht im Cache: {0}", changed: "hat den Aufruf geändert", answered: "hat geantwortet", nothingHere: "Hier ist noch nichts.", pick: "{0} für den Vergleich auswählen",
    policy: "Richtlinie", note: "Bemerkung", decided: "{0}: {1}", nothingFound: "Nichts gefunden.", stepOf: "{0} von {1}", openRecording: "Aufnahme abspielen …", noRecording: "{0} ist keine Aufnahme des Test-Kits.", runs: "Läufe", runState: "{0} von {1}, {2} fehlgeschlagen", dropHere: "Eingabe sendet, Umschalt+Eingabe beginnt eine Zeile. Dateien können hier abgelegt werden.",
  },
  fr: {
    skip: "Aller au message", search: "Chercher dans toutes les conversations", language: "Langue", theme: "Couleurs",
    themeSystem: "Comme le système", themeLight: "Clair", themeDark: "Sombre", conversations: "Conversations", newConversation: "Nouvelle conversation",
    untitled: "Conversation vide", stored: "enregistrée", interrupted: "interrompue", running: "en cours", undo: "Annuler le dernier tour", replay: "Rejouer",
    endReplay: "Terminer", step: "Étape", exportMarkdown: "Enregistrer en Markdown", exportJson: "Enregistrer en JSON", messages: "Messages", attached: "Fichiers joints",
    message: "Message", attach: "Joindre des images ou des fichiers", send: "Envoyer", stop: "Arrêter", details: "Détails", tree: "Arbre", why: "Pourquoi", found: "Trouvé",
    compare: "Comparer les deux choisis", close: "Fermer", you: "Vous", model: "Modèle", tool: "Outil", approval: "Autorisation", summary: "Résumé", notice: "Erreur", news: "Information",
    reasoning: "Raisonnement", refusal: "Refusé", arguments: "Arguments", result: "Résultat", pending: "demandé", executing: "en cours", completed: "terminé",
    failed: "échoué", edit: "Modifier et renvoyer", fork: "Bifurquer ici", previous: "Version précédente", next: "Version suivante", of: "{0} sur {1}", cancel: "Annuler",
    resend: "Renvoyer", remove: "Retirer {0}", more: "Afficher plus ({0} caractères restants)", connected: "Connecté", lost: "Connexion perdue, nouvel essai …",
    refused: "Le jeton manque ou est faux. Ouvrez l'adresse que le programme a affichée.", finished: "La réponse est complète.", asked: "Une question attend une réponse.",
    name: "Nom", type: "Type", length: "Longueur", value: "Valeur", part: "une partie ; SHA-256 {0}", risk: "Risque", origin: "L'appel peut venir d'un contenu étranger : {0}",
    documentChanged: "Le document a changé depuis la question.", expires: "expire à {0}", save: "Enregistrer {0} ({1} octets)", tokens: "{0} entrés, {1} sortis",
    calls: "Appels du modèle", tools: "Outils", chain: "Règles du dernier appel", took: "durée", first: "premier contenu après {0}", cost: "coût {0}", attempt: "essai", wait: "attente : {0}",
    hit: "du cache : {0}", miss: "pas dans le cache : {0}", changed: "a changé l'appel", answered: "a répondu", nothingHere: "Rien encore.", pick: "choisir {0} pour la comparaison",
    policy: "Règle", note: "Remarque", decided: "{0} : {1}", nothingFound: "Rien trouvé.", stepOf: "{0} sur {1}", openRecording: "Rejouer un enregistrement …", noRecording: "{0} n'est pas un enregistrement du kit de test.", runs: "Lots", runState: "{0} sur {1}, {2} échoués", dropHere: "Entrée envoie, Maj+Entrée commence une ligne. Des fichiers peuvent être déposés ici.",
  },
};

const wanted = localStorage.getItem("plumbline-language") || navigator.language.slice(0, 2);
let language = WORDS[wanted] ? wanted : "en";

export const current = () => language;

export function word(name, ...values) {
  const text = WORDS[language][name] ?? WORDS.en[name] ?? name;
  return text.replace(/\{(\d)\}/g, (_, number) => values[number] ?? "");
}

/** Sets the language and the words of the elements that name one. */
export function speak(next = language) {
  language = next;
  localStorage.setItem("plumbline-language", next);
  document.documentElement.lang = next;
  for (const each of document.querySelectorAll("[data-word]")) {
    each.textContent = word(each.dataset.word);
  }
  for (const each of document.querySelectorAll("[data-label]")) {
    each.setAttribute("aria-label", word(each.dataset.label));
  }
  document.getElementById("text").placeholder = word("dropHere");
  document.getElementById("search-text").placeholder = word("search");
}

export const languages = Object.keys(WORDS);
export const all = WORDS;
