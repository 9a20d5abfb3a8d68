// Times rapidfuzz-cpp: rapidfuzz levenshtein|osa|lcs|jaro ascii|uni < pairs, with a pair on each line, for both texts the
// number of code points and these. It prints the least time for all pairs in nanoseconds, and the sum of what comes out.
#include <rapidfuzz/distance.hpp>

#include <chrono>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

template <class Text, class F> int least(const std::vector<Text> &texts, F f) {
    double best = 0, sum = 0, all = 0;
    for (int round = 0; round < 10 || (all < 50e6 && round < 10000); round++) {
        auto start = std::chrono::steady_clock::now();
        sum = 0;
        for (size_t i = 0; i < texts.size(); i += 2) sum += double(f(texts[i], texts[i + 1]));
        double took = std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
        if (round == 0 || took < best) best = took;
        all += took;
    }
    return std::printf("%.1f %.17g\n", best, sum) < 0;
}

template <class Char> int run(const std::string &what) {
    std::vector<std::basic_string<Char>> texts;
    for (int n; std::cin >> n;) {
        texts.emplace_back();
        for (unsigned c; n > 0 && std::cin >> c; n--) texts.back() += Char(c);
    }
    if (what == "levenshtein") return least(texts, [](auto &a, auto &b) { return rapidfuzz::levenshtein_distance(a, b); });
    if (what == "osa") return least(texts, [](auto &a, auto &b) { return rapidfuzz::osa_distance(a, b); });
    if (what == "lcs") return least(texts, [](auto &a, auto &b) { return rapidfuzz::lcs_seq_similarity(a, b); });
    return least(texts, [](auto &a, auto &b) { return rapidfuzz::jaro_similarity(a, b); });
}

int main(int, char **arguments) {
    return arguments[2] == std::string("ascii") ? run<char>(arguments[1]) : run<char32_t>(arguments[1]);
}
