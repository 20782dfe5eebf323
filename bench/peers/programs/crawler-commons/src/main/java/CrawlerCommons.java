import crawlercommons.robots.SimpleRobotRulesParser;
import crawlercommons.sitemaps.AbstractSiteMap;
import crawlercommons.sitemaps.SiteMap;
import crawlercommons.sitemaps.SiteMapIndex;
import crawlercommons.sitemaps.SiteMapParser;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/**
 * Reads robots.txt files or sitemaps with crawler-commons: {@code CrawlerCommons robots|sitemaps INPUT OUTPUT}. A line of INPUT has the
 * fields of a case in Base64, separated by spaces: text, agent and URL, or body and URL. OUTPUT gets a line for each: true or
 * false, or the found URLs in Base64, separated by spaces.
 */
public class CrawlerCommons {
  private static byte[] decode(String field) {
    return Base64.getDecoder().decode(field);
  }

  private static String text(String field) {
    return new String(decode(field), StandardCharsets.UTF_8);
  }

  private static String readRobots(String[] fields) {
    var parser = new SimpleRobotRulesParser();
    String agent = text(fields[1]).toLowerCase(Locale.ROOT);
    // Without a name, the parser takes the rules for every agent.
    List<String> agents = agent.equals("*") ? List.of() : List.of(agent);
    var rules = parser.parseContent(text(fields[2]), decode(fields[0]), "text/plain", agents);
    return String.valueOf(rules.isAllowed(text(fields[2])));
  }

  private static String readSitemap(String[] fields) {
    var urls = new ArrayList<String>();
    try {
      AbstractSiteMap found = new SiteMapParser(false, true).parseSiteMap(decode(fields[0]), new URL(text(fields[1])));
      if (found instanceof SiteMapIndex index) index.getSitemaps().forEach(one -> urls.add(one.getUrl().toString()));
      if (found instanceof SiteMap map) map.getSiteMapUrls().forEach(one -> urls.add(one.getUrl().toString()));
    } catch (Exception failure) {
      System.err.println(failure);
    }
    var encoder = Base64.getEncoder();
    return String.join(" ", urls.stream().map(one -> encoder.encodeToString(one.getBytes(StandardCharsets.UTF_8))).toList());
  }

  public static void main(String[] args) throws Exception {
    var answers = new ArrayList<String>();
    for (String line : Files.readAllLines(Path.of(args[1]))) {
      String[] fields = line.split(" ", -1);
      answers.add(args[0].equals("robots") ? readRobots(fields) : readSitemap(fields));
    }
    Files.write(Path.of(args[2]), answers);
    System.out.println("{\"cases\": " + answers.size() + "}");
    System.in.readAllBytes();
  }
}
