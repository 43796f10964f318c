/** Words that show that a script or code accesses a network or hides what it does. */

/** Words in names of scripts and targets that access a network: `fetch-issues`, `pull_data.py`. */
const NETWORK_WORD =
  /(?:^|[^a-z])(?:fetch|download|scrape|crawl|pull|sync|http|https|request|requests|curl|wget|web|url|remote|ticket|tickets|issue|issues|jira|slack|github|gitlab|deploy|publish|upload|upgrade|install|browse|browser)(?:er|ers|ing)?(?![a-z])/i;

export function saysNetwork(name: string): boolean {
  return NETWORK_WORD.test(name.replace(/([a-z])([A-Z])/g, "$1-$2"));
}

/** Matches code that accesses a network, runs unknown programs, or hides what it does. */
const NETWORK_CODE =
  /\b(?:requests|urllib\w*|httpx?|httplib|aiohttp|http\.client|socket|socketserver|websockets?|ftplib|smtplib|imaplib|poplib|telnetlib|paramiko|fabric|boto3?|botocore|openai|anthropic|pycurl|fetch|axios|got|undici|node-fetch|superagent|puppeteer|playwright\.\w+|selenium|XMLHttpRequest|EventSource|https?:\/\/|node:(?:https?|net|tls|dgram|dns)|net|tls|dgram|dns|open-uri|Net::\w+|LWP|IO::Socket\w*|URI\.open|file_get_contents|curl\w*|wget|psycopg2?|pymysql|MySQLdb|pymongo|redis|subprocess|os\.(?:system|popen|exec\w*|spawn\w*)|popen\d?|child_process|exec\w*Sync|spawn\w*|shell_exec|proc_open|passthru|__import__|importlib|getattr|b64decode|base64|atob|eval)\b|`[^`\n]*\b(?:curl|wget)\b/;
const OWN_ADDRESS = /\bhttps?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?![\w.-])/g;

export function namesNetwork(code: string): boolean {
  return NETWORK_CODE.test(code.replace(OWN_ADDRESS, ""));
}
