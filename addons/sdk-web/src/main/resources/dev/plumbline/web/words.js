// The words of the page in three languages. What models, tools and the program say is not translated.

import { setting, remember } from "./settings.js";

const WORDS = {
  en: {
    "entry-incomplete": "cut off: a limit was reached, or the connection ended", "entry-cancelled": "stopped", "entry-failed": "failed before its end", exact: "Details: the exact values",
    skip: "Skip to the message", search: "Search in all conversations", searchHere: "Search in this conversation", language: "Language", theme: "Colours",
    themeSystem: "As the system", themeLight: "Light", themeDark: "Dark", conversations: "Conversations", newConversation: "New conversation",
    untitled: "Empty conversation", stored: "stored", interrupted: "interrupted", running: "running", undo: "Undo the last turn", replay: "Replay",
    endReplay: "End the replay", step: "Step", exportMarkdown: "Save as Markdown", exportJson: "Save as JSON", messages: "Messages", attached: "Attached files",
    message: "Message", attach: "Attach pictures or files", send: "Send", stop: "Stop", details: "Details", tree: "Tree", why: "Why", found: "Found",
    compare: "Compare the two selected", close: "Close", you: "You", model: "Model", tool: "Tool", approval: "Approval", summary: "Summary", notice: "Error", news: "News",
    reasoning: "Reasoning", refusal: "Refused", arguments: "Arguments", result: "Result", pending: "requested", executing: "running", completed: "completed", waiting: "waiting", unanswered: "not answered",
    failed: "failed", edit: "Edit and resend", fork: "Fork from here", previous: "Previous version", next: "Next version", of: "{0} of {1}", cancel: "Cancel",
    resend: "Resend", remove: "Remove {0}", more: "Show more ({0} characters are left)", connected: "Connected", lost: "Connection lost, connecting again …",
    refused: "The token is missing or wrong. Open the address that the program has shown.", finished: "The answer is complete.", turnFailed: "The turn has failed.", turnStopped: "The turn was stopped.", asked: "A question waits for an answer.",
    name: "Name", type: "Type", length: "Length", value: "Value", before: "Before", now: "Now", 
    expires: "expires at {0}", save: "Save {0} ({1} bytes)", tokens: "{0} in, {1} out",
    calls: "Calls of the model", tools: "Tools", chain: "Policies of the last call", took: "took", first: "first content after {0}", cost: "cost {0}", attempt: "attempt", wait: "wait: {0}",
    hit: "from the cache: {0}", miss: "not in the cache: {0}", changed: "changed the call", answered: "answered", nothingHere: "Nothing here yet.", pick: "select {0} for the comparison",
    policy: "Policy", note: "Remark", decided: "{0}: {1}", nothingFound: "Nothing was found.", stepOf: "{0} of {1}", openRecording: "Replay a recording …", noRecording: "{0} is no recording of the test kit.", runs: "Runs", runState: "{0} of {1}, {2} failed", dropHere: "Enter sends, Shift+Enter begins a line. Files can be dropped here.",
    session: "Session {0}", characters: "{0} characters", unchangeable: "A report cannot be changed.", turn: "Turn", notOver: "not over", inTime: "{0} in {1}", time: "Where the time went",
    numbers: "Numbers", turns: "Turns", rounds: "rounds {0}", retried: "retried {0}", attempts: "Attempts", network: "Network", sentReceived: "{0} out, {1} in", tokenCount: "Tokens", costs: "Cost", firstContent: "First content", never: "never",
    speed: "Speed", perSecond: "{0} tokens/s", inModel: "In the model", inTools: "In tools", failedCount: "{0}, {1} failed", cache: "Cache", hitsMisses: "{0} hit, {1} missed", saved: "{0} tokens saved", cutOff: "{0} older turns are not shown.", refusedBy: "{0} was refused {1}: {2}", failedWith: "{0} failed with {1}",
    stages: "stages", roundsTrack: "rounds", callsTrack: "calls", attemptsTrack: "attempts", waitsTrack: "waits", toolsTrack: "tools", round: "round {0}", checked: "{0}: {1} errors, {2} warnings",
  },
  de: {
    "entry-incomplete": "abgeschnitten: eine Grenze war erreicht, oder die Verbindung endete", "entry-cancelled": "angehalten", "entry-failed": "vor dem Ende gescheitert", exact: "Einzelheiten: die genauen Werte",
    skip: "Zur Nachricht springen", search: "In allen Unterhaltungen suchen", searchHere: "In dieser Unterhaltung suchen", language: "Sprache", theme: "Farben",
    themeSystem: "Wie das System", themeLight: "Hell", themeDark: "Dunkel", conversations: "Unterhaltungen", newConversation: "Neue Unterhaltung",
    untitled: "Leere Unterhaltung", stored: "gespeichert", interrupted: "unterbrochen", running: "läuft", undo: "Letzten Zug zurücknehmen", replay: "Abspielen",
    endReplay: "Abspielen beenden", step: "Schritt", exportMarkdown: "Als Markdown speichern", exportJson: "Als JSON speichern", messages: "Nachrichten", attached: "Angehängte Dateien",
    message: "Nachricht", attach: "Bilder oder Dateien anhängen", send: "Senden", stop: "Anhalten", details: "Einzelheiten", tree: "Baum", why: "Warum", found: "Gefunden",
    compare: "Die zwei ausgewählten vergleichen", close: "Schließen", you: "Sie", model: "Modell", tool: "Werkzeug", approval: "Freigabe", summary: "Zusammenfassung", notice: "Fehler", news: "Meldung",
    reasoning: "Überlegung", refusal: "Abgelehnt", arguments: "Argumente", result: "Ergebnis", pending: "angefordert", executing: "läuft", completed: "fertig", waiting: "wartet", unanswered: "nicht beantwortet",
    failed: "fehlgeschlagen", edit: "Ändern und neu senden", fork: "Ab hier abzweigen", previous: "Vorige Fassung", next: "Nächste Fassung", of: "{0} von {1}", cancel: "Abbrechen",
    resend: "Neu senden", remove: "{0} entfernen", more: "Mehr zeigen ({0} Zeichen übrig)", connected: "Verbunden", lost: "Verbindung verloren, neuer Versuch …",
    refused: "Das Token fehlt oder ist falsch. Öffnen Sie die Adresse, die das Programm gezeigt hat.", finished: "Die Antwort ist vollständig.", turnFailed: "Der Durchgang ist gescheitert.", turnStopped: "Der Durchgang wurde angehalten.", asked: "Eine Frage wartet auf Antwort.",
    name: "Name", type: "Typ", length: "Länge", value: "Wert", before: "Vorher", now: "Jetzt", 
    expires: "läuft ab um {0}", save: "{0} speichern ({1} Bytes)", tokens: "{0} hinein, {1} heraus",
    calls: "Aufrufe des Modells", tools: "Werkzeuge", chain: "Richtlinien des letzten Aufrufs", took: "Dauer", first: "erster Inhalt nach {0}", cost: "Kosten {0}", attempt: "Versuch", wait: "Warten: {0}",
    hit: "aus dem Cache: {0}", miss: "nicht im Cache: {0}", changed: "hat den Aufruf geändert", answered: "hat geantwortet", nothingHere: "Hier ist noch nichts.", pick: "{0} für den Vergleich auswählen",
    policy: "Richtlinie", note: "Bemerkung", decided: "{0}: {1}", nothingFound: "Nichts gefunden.", stepOf: "{0} von {1}", openRecording: "Aufnahme abspielen …", noRecording: "{0} ist keine Aufnahme des Test-Kits.", runs: "Läufe", runState: "{0} von {1}, {2} fehlgeschlagen", dropHere: "Eingabe sendet, Umschalt+Eingabe beginnt eine Zeile. Dateien können hier abgelegt werden.",
    session: "Sitzung {0}", characters: "{0} Zeichen", unchangeable: "Ein Bericht kann nicht geändert werden.", turn: "Zug", notOver: "nicht zu Ende", inTime: "{0} in {1}", time: "Wo die Zeit blieb",
    numbers: "Zahlen", turns: "Züge", rounds: "Runden {0}", retried: "wiederholt {0}", attempts: "Versuche", network: "Netz", sentReceived: "{0} hinaus, {1} herein", tokenCount: "Tokens", costs: "Kosten", firstContent: "Erster Inhalt", never: "nie",
    speed: "Tempo", perSecond: "{0} Tokens/s", inModel: "Im Modell", inTools: "In Werkzeugen", failedCount: "{0}, {1} fehlgeschlagen", cache: "Cache", hitsMisses: "{0} Treffer, {1} verfehlt", saved: "{0} Tokens gespart", cutOff: "{0} ältere Züge werden nicht gezeigt.", refusedBy: "{0} wurde abgewiesen, {1}: {2}", failedWith: "{0} scheiterte mit {1}",
    stages: "Stufen", roundsTrack: "Runden", callsTrack: "Aufrufe", attemptsTrack: "Versuche", waitsTrack: "Warten", toolsTrack: "Werkzeuge", round: "Runde {0}", checked: "{0}: {1} Fehler, {2} Warnungen",
  },
  fr: {
    "entry-incomplete": "coupé : une limite a été atteinte, ou la connexion s’est terminée", "entry-cancelled": "arrêté", "entry-failed": "échoué avant la fin", exact: "Détails : les valeurs exactes",
    skip: "Aller au message", search: "Chercher dans toutes les conversations", searchHere: "Chercher dans cette conversation", language: "Langue", theme: "Couleurs",
    themeSystem: "Comme le système", themeLight: "Clair", themeDark: "Sombre", conversations: "Conversations", newConversation: "Nouvelle conversation",
    untitled: "Conversation vide", stored: "enregistrée", interrupted: "interrompue", running: "en cours", undo: "Annuler le dernier tour", replay: "Rejouer",
    endReplay: "Terminer", step: "Étape", exportMarkdown: "Enregistrer en Markdown", exportJson: "Enregistrer en JSON", messages: "Messages", attached: "Fichiers joints",
    message: "Message", attach: "Joindre des images ou des fichiers", send: "Envoyer", stop: "Arrêter", details: "Détails", tree: "Arbre", why: "Pourquoi", found: "Trouvé",
    compare: "Comparer les deux choisis", close: "Fermer", you: "Vous", model: "Modèle", tool: "Outil", approval: "Autorisation", summary: "Résumé", notice: "Erreur", news: "Information",
    reasoning: "Raisonnement", refusal: "Refusé", arguments: "Arguments", result: "Résultat", pending: "demandé", executing: "en cours", completed: "terminé", waiting: "en attente", unanswered: "sans réponse",
    failed: "échoué", edit: "Modifier et renvoyer", fork: "Bifurquer ici", previous: "Version précédente", next: "Version suivante", of: "{0} sur {1}", cancel: "Annuler",
    resend: "Renvoyer", remove: "Retirer {0}", more: "Afficher plus ({0} caractères restants)", connected: "Connecté", lost: "Connexion perdue, nouvel essai …",
    refused: "Le jeton manque ou est faux. Ouvrez l'adresse que le programme a affichée.", finished: "La réponse est complète.", turnFailed: "Le tour a échoué.", turnStopped: "Le tour a été arrêté.", asked: "Une question attend une réponse.",
    name: "Nom", type: "Type", length: "Longueur", value: "Valeur", before: "Avant", now: "Maintenant", 
    expires: "expire à {0}", save: "Enregistrer {0} ({1} octets)", tokens: "{0} entrés, {1} sortis",
    calls: "Appels du modèle", tools: "Outils", chain: "Règles du dernier appel", took: "durée", first: "premier contenu après {0}", cost: "coût {0}", attempt: "essai", wait: "attente : {0}",
    hit: "du cache : {0}", miss: "pas dans le cache : {0}", changed: "a changé l'appel", answered: "a répondu", nothingHere: "Rien encore.", pick: "choisir {0} pour la comparaison",
    policy: "Règle", note: "Remarque", decided: "{0} : {1}", nothingFound: "Rien trouvé.", stepOf: "{0} sur {1}", openRecording: "Rejouer un enregistrement …", noRecording: "{0} n'est pas un enregistrement du kit de test.", runs: "Lots", runState: "{0} sur {1}, {2} échoués", dropHere: "Entrée envoie, Maj+Entrée commence une ligne. Des fichiers peuvent être déposés ici.",
    session: "Session {0}", characters: "{0} caractères", unchangeable: "Un rapport ne peut pas être modifié.", turn: "Tour", notOver: "pas terminé", inTime: "{0} en {1}", time: "Où le temps est passé",
    numbers: "Chiffres", turns: "Tours", rounds: "cycles {0}", retried: "répétés {0}", attempts: "Essais", network: "Réseau", sentReceived: "{0} envoyés, {1} reçus", tokenCount: "Jetons", costs: "Coût", firstContent: "Premier contenu", never: "jamais",
    speed: "Vitesse", perSecond: "{0} jetons/s", inModel: "Dans le modèle", inTools: "Dans les outils", failedCount: "{0}, {1} échoués", cache: "Cache", hitsMisses: "{0} trouvés, {1} absents", saved: "{0} jetons économisés", cutOff: "{0} tours plus anciens ne sont pas affichés.", refusedBy: "{0} a été refusé, {1} : {2}", failedWith: "{0} a échoué avec {1}",
    stages: "étapes", roundsTrack: "cycles", callsTrack: "appels", attemptsTrack: "essais", waitsTrack: "attentes", toolsTrack: "outils", round: "cycle {0}", checked: "{0} : {1} erreurs, {2} avertissements",
  },
};

const wanted = setting("language") || navigator.language.slice(0, 2);
let language = WORDS[wanted] ? wanted : "en";

export const current = () => language;

export function word(name, ...values) {
  const text = WORDS[language][name] ?? WORDS.en[name] ?? name;
  return text.replace(/\{(\d)\}/g, (_, number) => values[number] ?? "");
}

/** Sets the language and the words of the elements that name one. */
export function speak(next = language) {
  language = next;
  remember("language", next);
  document.documentElement.lang = next;
  for (const each of document.querySelectorAll("[data-word]")) {
    each.textContent = word(each.dataset.word);
  }
  for (const each of document.querySelectorAll("[data-label]")) {
    each.setAttribute("aria-label", word(each.dataset.label));
  }
  document.getElementById("text").placeholder = word("dropHere");
  const search = document.getElementById("search-text");
  search.placeholder = search.ariaLabel;
}

export const languages = Object.keys(WORDS);
export const all = WORDS;
